/** Tests settings of a chain and of the app, the tray, notifications and the port of browser mode. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { type Daemon, startDaemon } from '../support/daemon.ts'
import { desktopProgram } from '../support/desktopApp.ts'
import { freePort } from '../support/ports.ts'
import { type AppWindow, keepEvidence, openWindow, shownPage } from './app.ts'
import { overview } from './chains.ts'
import { MISSING_TEXT } from './fits.ts'
import { becomes } from './frame.ts'
import { cutTexts, rightEnds, sidewaysOverflow, stored } from './inPage.ts'
import { inspect } from './inspect.ts'
import { resize } from './resize.ts'
import {
  connect,
  homeWithSandbox,
  openSection,
  readFirstChain,
  readSandboxConf,
  receive,
  reconnect,
  SECTIONS,
  valueIn,
} from './settings.ts'

const SIZES = { small: { width: 960, height: 640 }, wide: { width: 1280, height: 800 } } as const
/** A separate node that sends coins. */
let giver: Daemon
beforeAll(async () => {
  giver = await startDaemon({ args: ['-sandbox', '-automine=0'] })
})
afterAll(() => giver?.stop())

describe.skipIf(desktopProgram === 'Electron')('settings in the desktop app', () => {
  let home = ''
  let window: AppWindow
  keepEvidence(() => window)
  const inProfile = (file: string) => join(home, 'window', file)
  const asked = () => window.consent.asked.splice(0)

  beforeAll(async () => {
    home = await homeWithSandbox()
    window = await openWindow({ transport: 'shell', home, unnamed: true })
    await overview(window.page).waitFor()
  })
  afterAll(async () => {
    await window?.close()
  })

  it('change options of a chain after a question, and restart it', async () => {
    const { page } = window
    await openSection(page, 'connections')
    const proxy = page.getByRole('textbox', { name: 'SOCKS5 proxy' })
    await proxy.fill('127.0.0.1:9050')
    const form = page.locator('form', { has: proxy })
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Settings saved', { exact: true }).waitFor()
    const [question = ''] = asked()
    expect(question).toContain('Change the settings of the chain Sandbox?')
    expect(question).toContain('127.0.0.1:9050 (now: the default)')
    expect(question).toContain('Every connection to other nodes goes through this proxy')
    expect(readFirstChain(home).settings).toEqual(['-proxy=127.0.0.1:9050'])

    await page.getByRole('button', { name: 'Restart chain' }).click()
    await page.getByText('The chain runs with the new settings', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Restart chain' }).waitFor({ state: 'detached' })
    expect(asked()).toEqual([])
  })

  it('show invalid values next to the field, without a question', async () => {
    const { page } = window
    const port = page.getByRole('textbox', { name: 'Peer port' })
    await port.fill('70000')
    await page.locator('form', { has: port }).getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('-port: expected a port from 1 to 65535').waitFor()
    expect(asked()).toEqual([])
    await page.getByRole('button', { name: 'Discard changes' }).click()
    expect(await port.inputValue()).toBe('')
  })

  it('create a new password that only the user sees', async () => {
    const { page } = window
    const before = valueIn(readSandboxConf(home), 'rpcpassword')
    await openSection(page, 'rpc')
    await page.getByRole('button', { name: 'New password' }).click()
    await page.getByText('New RPC password', { exact: true }).waitFor()
    const password = valueIn(readSandboxConf(home), 'rpcpassword')
    expect(password).toMatch(/^[0-9a-f]{66}$/)
    expect(password).not.toBe(before)
    const [question = '', disclosure = ''] = asked()
    expect(question).toContain('Make a new RPC password?')
    expect(disclosure).toContain(password)
    const log = readFileSync(join(home, '.chainwright/SANDBOX/regtest/debug.log'), 'utf8')
    expect(`${await stored(page)} ${await page.content()} ${log} ${window.program.output()}`).not.toContain(password)
    const rpc = connect(home)
    await becomes(() => rpc.call<number>('getblockcount').then((height) => height > 0), true)
    rpc.close()
  })

  it('show the log filtered by level', async () => {
    const { page } = window
    await openSection(page, 'log')
    const log = page.getByRole('region', { name: 'Log' })
    await log.getByRole('listitem').first().waitFor()
    const levelsShown = async () => [...new Set(await log.getByText(/^(Debug|Info|Warning|Error)$/).allInnerTexts())]
    await becomes(levelsShown, ['Info'])
    await page.getByRole('radio', { name: 'Error', exact: true }).click()
    await page.getByText('No line matches.').waitFor()
    await page.getByRole('radio', { name: 'All', exact: true }).click()
    await becomes(levelsShown, ['Info'])
    await page.getByRole('searchbox', { name: 'Search the log' }).fill('no line has this')
    await page.getByText('No line matches.').waitFor()
    await page.getByRole('searchbox', { name: 'Search the log' }).fill('')
    await log.getByRole('listitem').first().waitFor()
  })

  it('notify once of coins from another wallet', async () => {
    await receive(home, giver)
    await expect.poll(() => existsSync(inProfile('notifications.jsonl')), { timeout: MAX_WAIT_MS }).toBe(true)
    const rpc = connect(home)
    await rpc.call('sendtoaddress', await rpc.call('getnewaddress'), 1)
    rpc.close()
    const shown = readFileSync(inProfile('notifications.jsonl'), 'utf8').trim().split('\n')
    expect(shown.map((line) => JSON.parse(line))).toEqual([{ title: 'Received 3 SANDBOX', body: 'Sandbox' }])
    // Each kind of notification can be switched off.
    const { page } = window
    await openSection(page, 'notifications')
    expect(await page.getByRole('switch', { checked: true }).count()).toBe(7)
    await page.getByRole('switch', { name: 'Coins received' }).click()
    const kept = async () => JSON.parse(readFileSync(join(home, '.chainwright/app.json'), 'utf8')).notify?.coins
    await becomes(kept, false)
  })

  it('keep the app in the tray without a window, reopen it, and quit from there', async () => {
    const { page, program, browser } = window
    await openSection(page, 'general')
    const atLogin = page.getByRole('switch', { name: 'Start at login' })
    const startsAtLogin = async () => existsSync(join(home, '.config/autostart/chainwright.desktop'))
    await atLogin.click()
    await becomes(startsAtLogin, true)
    await page.getByRole('switch', { name: 'Start at login', checked: true }).waitFor()
    // Switched off and on again at once: each click starts from the displayed state, and both are applied in order.
    await atLogin.evaluate(async (shown) => {
      shown.click()
      // The page renders the first choice before the app's reply can arrive.
      await new Promise((done) => setTimeout(done))
      shown.click()
    })
    await page.getByRole('switch', { name: 'Keep running when the window is closed' }).click()
    const kept = async () => JSON.parse(readFileSync(join(home, '.chainwright/app.json'), 'utf8')).keepRunning
    await becomes(kept, true)
    expect(await startsAtLogin()).toBe(true)
    await page.getByRole('switch', { name: 'Start at login', checked: true }).waitFor()
    const tray = () => JSON.parse(readFileSync(inProfile('tray.json'), 'utf8'))
    await becomes(async () => tray().picture, 'running.png')
    const gone = page.waitForEvent('close')
    program.process.kill('SIGUSR2')
    await gone
    // Two Chromium clients that attach to a new page at the same time can block each other, so the test reconnects
    // after the app has.
    await browser.close()
    writeFileSync(inProfile('tray-click'), 'Open Chainwright')
    const again = await reconnect(program)
    await overview(await shownPage(again)).waitFor()
    await again.close()
    expect(program.process.exitCode).toBe(null)
    writeFileSync(inProfile('tray-click'), 'Quit')
    expect(await program.ended).toBe(0)
  })
})

describe('settings in a browser', () => {
  let home = ''
  let port = 0
  let window: AppWindow
  keepEvidence(() => window)

  beforeAll(async () => {
    home = await homeWithSandbox()
    // The default port could be taken by another test between two starts.
    port = await freePort()
    writeFileSync(join(home, '.chainwright/app.json'), JSON.stringify({ webPort: port }))
    window = await openWindow({ transport: 'browser', home, unnamed: true })
    await overview(window.page).waitFor()
  })
  afterAll(() => window?.close())

  it.each(['en', 'de', 'es'])('fit every section into the window in %s, without axe violations', async (language) => {
    const { page } = window
    const chosen = JSON.stringify({ state: { language }, version: 1 })
    await page.evaluate(`localStorage.setItem('chainwright.ui', ${JSON.stringify(chosen)})`)
    await page.reload()
    await page.getByRole('navigation').first().waitFor()
    for (const section of SECTIONS) {
      await openSection(page, section)
      for (const [size, viewport] of Object.entries(SIZES)) {
        await resize(page, viewport)
        expect(await sidewaysOverflow(page)).toBe(0)
        expect(await cutTexts(page)).toEqual([])
        const [ofPage = 0, ofSection] = await rightEnds(page, 'main header', 'main nav + div')
        expect(ofSection).toBe(ofPage)
        const name = `${size === 'small' ? 'small-' : ''}settings-${section}-${language}`
        if (language === 'en' || process.env['PICTURES']) expect(await inspect(page, name)).toEqual([])
      }
      expect(await page.locator('body').innerText()).not.toMatch(MISSING_TEXT)
    }
  })

  it('switch between sections with the keyboard', async () => {
    const { page } = window
    await page.evaluate("localStorage.removeItem('chainwright.ui')")
    await page.reload()
    await openSection(page, 'general')
    await page.getByRole('link', { name: 'Notifications' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 2, name: 'Pages of contracts' }).waitFor()
  })

  it('show a new password once, after a code', async () => {
    const { page, consent } = window
    await openSection(page, 'rpc')
    await page.getByRole('button', { name: 'New password' }).click()
    const dialog = page.getByRole('dialog', { name: 'New RPC password', exact: true })
    await dialog.waitFor()
    const password = valueIn(readSandboxConf(home), 'rpcpassword')
    await dialog.getByText(password).waitFor()
    expect(consent.asked).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Done', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(`${await stored(page)} ${await page.content()}`).not.toContain(password)
  })

  it('notify by the browser, once the user allowed it', async () => {
    const { page } = window
    await openSection(page, 'notifications')
    // Replace the Notification API, because tests cannot read notifications of the browser.
    await page.evaluate(`{
      window.told = []
      const shown = class { constructor(title, { body }) { told.push([title, body]) } close() {} }
      shown.permission = 'default'
      shown.requestPermission = async () => (shown.permission = 'granted')
      window.Notification = shown
    }`)
    await page.evaluate("location.hash = '#/settings?section=general'")
    await openSection(page, 'notifications')
    await page.getByRole('button', { name: 'Allow notifications' }).click()
    await page.getByText(/^Notifications are allowed/).waitFor()
    await receive(home, giver)
    await becomes(() => page.evaluate('told'), [['Received 3 SANDBOX', 'Sandbox']])
  })

  it('keep the same port at the next start', async () => {
    expect(new URL(window.page.url()).port).toBe(String(port))
    await window.close()
    window = await openWindow({ transport: 'browser', home, unnamed: true })
    expect(new URL(window.page.url()).port).toBe(String(port))
    expect(window.program.output()).not.toContain('in use')
  })
})
