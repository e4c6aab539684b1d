/** Tests failures during long use: reloads, second windows, second starts, a node that exits, a page that crashes. */
import { rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { chromium } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/daemon.ts'
import { expectSoon, expectSoonEnded, timed } from '../support/endTime.ts'
import { freePort } from '../support/ports.ts'
import { startWebApp } from '../support/webApp.ts'
import { type AppWindow, keepEvidence, openWindow, shownPage, transportsFor } from './app.ts'
import { becomes, goTo, statusFigure } from './frame.ts'
import { fillToken, mintOverRpc, review, tokenRow } from './tokens.ts'

describe.each(transportsFor('browser'))('a window that reloads, %s', (transport) => {
  let window: AppWindow
  keepEvidence(() => window)

  beforeAll(async () => {
    window = await openWindow({ transport })
  })
  afterAll(() => window?.close())

  it('keeps a running task, and finishes it', async () => {
    const { page, rpc } = window
    await rpc.call('setautomine', false)
    await fillToken(page, { name: 'PENDING', supply: '12', description: '' })
    const sheet = await review(page)
    await sheet.getByRole('button', { name: 'Create token' }).click()
    await page.getByText(/Waiting for the next block/).waitFor()
    await page.reload()
    await page.locator('input:focus').waitFor()
    const tray = page.getByRole('contentinfo').getByRole('button', { name: '1 task running' })
    await tray.click()
    const tasks = page.getByRole('dialog', { name: 'Tasks' })
    await tasks.getByText('Unconfirmed, done').waitFor()
    await page.keyboard.press('Escape')
    await goTo(page, 'Tokens')
    await tokenRow(page, 'PENDING').getByText('Pending', { exact: true }).waitFor()
    await rpc.call('generate', 1)
    await page.getByText(/^Confirmed in block \d+\. You paid [\d.]+ SANDBOX: [\d.]+ .*network fee [\d.]+\.$/).waitFor()
    await page.getByRole('contentinfo').getByRole('button', { name: 'No tasks running' }).waitFor()
    await tokenRow(page, 'PENDING').getByText('Pending', { exact: true }).waitFor({ state: 'detached' })
  })

  it('keeps the text of a half-filled form', async () => {
    const { page } = window
    await fillToken(page, { name: 'HALF', supply: '3', description: 'not finished' })
    await page.reload()
    const name = page.getByRole('textbox', { name: /^Name/ })
    await becomes(() => name.inputValue(), 'HALF')
    await page.getByRole('button', { name: 'Clear' }).click()
  })

  it.skipIf(transport === 'shell')('updates two windows with the same content at once', async () => {
    const { page, rpc } = window
    const second = await page.context().newPage()
    await second.goto(new URL('/', page.url()).href)
    await Promise.all([goTo(page, 'Tokens'), goTo(second, 'Tokens')])
    await mintOverRpc(rpc, 'SHARED', '0.00000007', '')
    await Promise.all([page, second].map((each) => tokenRow(each, 'SHARED').waitFor()))
    const heights = () => Promise.all([page, second].map((each) => statusFigure(each, 'Height')))
    const tip = String(await rpc.call('getblockcount'))
    await becomes(heights, [tip, tip])
    await second.close()
  })

  it.skipIf(transport === 'shell')('rejects a browser without a session, and explains how to get one', async () => {
    const { page, browser } = window
    const stranger = await browser.newContext()
    const outside = await stranger.newPage()
    await outside.goto(new URL('/', page.url()).href)
    await outside.getByRole('heading', { name: 'This window is not signed in' }).waitFor()
    await stranger.close()
  })

  it.skipIf(transport === 'shell')(
    'reports a node that never responded, and continues on its own once it does',
    async () => {
      const late = await window.page.context().newPage()
      let open = false
      await late.routeWebSocket('**/ws', (socket) => {
        if (open) socket.connectToServer()
        else void socket.close()
      })
      await late.goto(new URL('/', window.page.url()).href)
      await late.getByRole('heading', { name: 'The node cannot be reached' }).waitFor()
      open = true
      await late.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
      await late.close()
    },
  )

  // A second desktop app shows the window of the first and exits.
  const others = transportsFor('shell').filter((other) => other !== 'shell' || transport !== 'shell')
  it.each(others)('survives a second start on the same data, which fails with a clear message, %s', async (other) => {
    const second = await openWindow({ transport: other, home: window.home, early: true })
    try {
      const { page } = second
      await page.getByRole('heading', { name: 'The node could not start' }).waitFor()
      const told = await page.getByRole('alert').first().innerText()
      expect(told).toMatch(/in use by another running node/)
      expect(told).not.toMatch(/EADDRINUSE|SQLITE|at .*\.js:/)
    } finally {
      await second.close()
    }
    expect(await window.rpc.call('getblockcount')).toBeGreaterThan(0)
    await window.page.getByRole('contentinfo').getByText('Running alone').waitFor()
  })
})

describe('a node that exits under its window', () => {
  let home: string
  let window: AppWindow

  beforeAll(() => {
    home = temporaryFolder()
  })
  afterEach(() => window?.close())
  // Registered after the line above, because hooks run in reverse order.
  keepEvidence(() => window)
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  it('keeps the last values on screen under a banner, and signs in again when the node is back', async () => {
    const webPort = await freePort()
    window = await openWindow({ transport: 'browser', home, args: [`-web-port=${webPort}`] })
    const { page, rpc } = window
    await mintOverRpc(rpc, 'LASTING', '0.00000009', '')
    await goTo(page, 'Tokens')
    await tokenRow(page, 'LASTING').waitFor()
    await rpc.call('stop')
    expect(await window.program.ended).toBe(0)
    await page
      .getByRole('alert')
      .getByText(/connection to the node broke/)
      .waitFor()
    await page.getByText('Not connected').waitFor()
    await tokenRow(page, 'LASTING').waitFor()
    await goTo(page, 'Home')
    await page.getByRole('heading', { name: 'Latest blocks' }).waitFor()

    const again = await startWebApp({ home, args: ['-sandbox', `-rpcport=${window.rpcPort}`, `-web-port=${webPort}`] })
    try {
      // The window retries without a click.
      await page.getByRole('heading', { name: 'This window is not signed in' }).waitFor()
      await page.goto(again.address)
      await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
      await page.getByRole('contentinfo').getByText('Running alone').waitFor()
      await goTo(page, 'Tokens')
      await tokenRow(page, 'LASTING').waitFor()
    } finally {
      await again.stop()
    }
  })

  it('closes the desktop app when its node stops', async () => {
    window = await openWindow({ transport: 'shell', home })
    const startMillis = performance.now() - window.startedAt
    const { result: code, millis } = await timed(async () => {
      await window.rpc.call('stop')
      return window.program.ended
    })
    expect(code).toBe(0)
    expectSoonEnded(millis, startMillis)
  })
})

describe('a port used by another program', () => {
  it('appears in the window, in a message without internal errors', async () => {
    const home = temporaryFolder()
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    const window = await openWindow({ transport: 'browser', home, args: [`-rpcport=${port}`], early: true })
    try {
      const { page } = window
      await page.getByRole('heading', { name: 'The node could not start' }).waitFor()
      const told = await page.getByRole('alert').first().innerText()
      expect(told).toContain(String(port))
      expect(told).not.toMatch(/EADDRINUSE|at .*\.js:/)
    } finally {
      await window.close()
      taken.close()
      rmSync(home, { recursive: true, force: true })
    }
  })
})

describe('a page that crashes in the desktop app', () => {
  it('reloads within the time of a start, while the node keeps running', async () => {
    const window = await openWindow({ transport: 'shell' })
    try {
      await window.page.getByRole('contentinfo').getByText('Running alone').waitFor()
      const startMillis = performance.now() - window.startedAt
      const { page, rpc, program } = window
      const { startedAt } = await rpc.call<{ startedAt: number }>('getnodestatus')
      const session = await page.context().newCDPSession(page)
      const crashed = performance.now()
      const gone = new Promise((resolve) => page.once('crash', resolve))
      void session.send('Page.crash').catch(() => {})
      await gone
      const debugPort = /--remote-debugging-port=(\d+)/.exec(program.process.spawnargs.join(' '))?.[1]
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debugPort}`)
      const back = await shownPage(browser)
      await back.getByRole('contentinfo').getByText('Running alone').waitFor()
      expectSoon('back after a crash of the page', performance.now() - crashed, startMillis)
      expect(await rpc.call('getnodestatus')).toMatchObject({ startedAt })
      await browser.close()
    } finally {
      await window.close()
    }
  })
})
