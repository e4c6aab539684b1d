/** Tests the promises of browser mode: access to the window, and confirmation of payments. */
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { readCodes } from '../support/codes.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { until } from '../support/network.ts'
import { freePort } from '../support/ports.ts'
import { startWebApp, type WebApp } from '../support/webApp.ts'
import { type AppWindow, keepEvidence, launchBrowser, openWindow } from './app.ts'
import { getQuestionDialog } from './browserQuestions.ts'
import { becomes, goTo } from './frame.ts'
import { evaluateAsync, sidewaysOverflow } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { importOutsideKey } from './outsideKey.ts'
import { resize } from './resize.ts'
import { pressReview } from './tokens.ts'
import { fillPayment, openTab } from './wallet.ts'

const WIDE = { width: 1280, height: 820 }
const NARROW = { width: 960, height: 640 }
const PASSPHRASE = 'umbrella ticket frozen ladder'
/** Address outside this wallet. */
const THEM = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'

async function shoot(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of [
    ['', WIDE],
    ['small-', NARROW],
  ] as const) {
    await resize(page, viewport)
    expect(await sidewaysOverflow(page)).toBe(0)
    expect(await inspect(page, `${size}${name}`)).toEqual([])
  }
  await resize(page, WIDE)
}

describe('a browser window', () => {
  let home: string
  let app: WebApp
  let browser: Browser
  let page: Page
  let elsewhere: Server
  let heard: { readonly url: string | undefined; readonly headers: IncomingHttpHeaders }[]

  beforeAll(async () => {
    home = temporaryFolder()
    app = await startWebApp({ home, args: ['-sandbox', `-rpcport=${await freePort()}`] })
    browser = await launchBrowser(home)
    page = await (await browser.newContext({ viewport: WIDE })).newPage()
    page.setDefaultTimeout(MAX_WAIT_MS)
    await disableAnimations(page)
    heard = []
    elsewhere = createServer(({ url, headers }, response) => {
      heard.push({ url, headers })
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>Elsewhere</title>')
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    elsewhere?.close()
    await browser?.close()
    await app?.stop()
    rmSync(home, { recursive: true, force: true })
  })

  const foreign = () => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`

  it('opens without asking for a code, and stays signed in after a reload', async () => {
    await page.goto(app.address)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    expect(new URL(page.url()).hash).not.toContain('token')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.getByRole('contentinfo').getByText('Running alone').waitFor()
  })

  it('rejects a second tab without an address of its own, and explains it', async () => {
    const second = await page.context().newPage()
    await disableAnimations(second)
    await second.goto(new URL('/', page.url()).href)
    await second.getByRole('heading', { name: 'This window is not signed in' }).waitFor()
    await second.getByText(/A second tab needs another address/).waitFor()
    await shoot(second, 'browser-locked')
    await second.goto(app.address)
    await second.getByRole('heading', { name: 'This window is not signed in' }).waitFor()
    await second.close()
  })

  it('leaks nothing to a server at another port of this host through the page', async () => {
    await page.context().addCookies([{ name: 'known', value: 'to-all-ports', url: page.url() }])
    const other = await page.context().newPage()
    await other.goto(foreign())
    expect(await other.evaluate('sessionStorage.length + localStorage.length')).toBe(0)
    // Navigate the signed-in tab itself to the other server and back.
    const here = page.url()
    await page.goto(foreign())
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    await page.goto(here)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    expect(heard.length).toBeGreaterThan(1)
    // The browser sends cookies to all ports of the host; that is why the app sets none.
    for (const { headers } of heard.filter(({ url }) => url === '/')) expect(headers.cookie).toBe('known=to-all-ports')
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['known'])
    const secret = await page.evaluate<string>("sessionStorage.getItem('chainwright.session')")
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(heard)).not.toContain(secret)
    const { host } = new URL(here)
    const socket = `new Promise((resolve) => {
      const socket = new WebSocket('ws://${host}/ws')
      socket.onopen = () => resolve('open')
      socket.onclose = () => resolve('closed')
    })`
    expect(await evaluateAsync(other, socket)).toBe('closed')
    await other.close()
  })

  it('sends nothing to a program that claims to be the page before it shows the secret', async () => {
    const { origin, host } = new URL(page.url())
    const socket = new WebSocket(`ws://${host}/ws`, { headers: { Origin: origin } })
    const told: string[] = []
    socket.on('message', (data) => told.push(String(data)))
    await new Promise((resolve) => socket.once('open', resolve))
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    // During this a block arrives, and every signed-in window is notified.
    await page.getByRole('button', { name: 'Mine a block' }).first().click()
    await page
      .getByText(/^Block \d+/)
      .first()
      .waitFor()
    socket.send(JSON.stringify({ kind: 'call', id: 1, method: 'getinfo', params: '[]' }))
    expect(await closed).toBe(1008)
    expect(told).toEqual([])
  })
})

describe('spending in a browser', () => {
  let window: AppWindow
  let codes: ReturnType<typeof readCodes>
  keepEvidence(() => window)

  beforeAll(async () => {
    // Sent payments stay in the mempool, where they are counted.
    window = await openWindow({ transport: 'browser', args: ['-automine=0'] })
    window.consent.given = 'held'
    codes = readCodes(window.program)
    await disableAnimations(window.page)
    await importOutsideKey(window.rpc)
  })
  afterAll(() => window?.close())

  const waiting = () => window.rpc.call<string[]>('getrawmempool')
  const run = async (text: string) => {
    const line = window.page.getByRole('combobox', { name: 'Command' })
    await line.fill(text)
    await line.press('Enter')
  }

  /** Repeats the command until its question appears: after several refusals a page is delayed, at first for seconds. */
  const runInTime = (text: string) =>
    until('a question', async () => {
      const question = getQuestionDialog(window.page)
      const refused = window.page.getByText(/(asked|ask) again in/)
      const refusals = await refused.count()
      await run(text)
      await question.or(refused.nth(refusals)).first().waitFor()
      return question.isVisible()
    })

  it('accepts the code that the terminal shows next to the decoded payment', async () => {
    const { page, rpc } = window
    await fillPayment(page, THEM, '5')
    await pressReview(page)
    const question = getQuestionDialog(page)
    await question.getByText(THEM).first().waitFor()
    const { summary, code } = await codes.next()
    expect(summary).toBe(`SANDBOX: Send 5.00000000 SANDBOX to ${THEM}`)
    expect(await page.content()).not.toContain(code.replace(' ', ''))
    await shoot(page, 'browser-question')
    const field = question.getByRole('textbox', { name: 'Code', exact: true })
    await field.press('Enter')
    await question.getByText('Enter the six digits from the terminal.').waitFor()
    const wrong = code.startsWith('111') ? '222222' : '111111'
    await field.fill(wrong)
    await field.press('Enter')
    await question.getByText('Wrong code. 2 tries left.').waitFor()
    await shoot(page, 'browser-question-wrong')
    expect(await waiting()).toEqual([])
    await field.fill(code)
    await question.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText(/Waiting for the next block/).waitFor()
    expect(await waiting()).toHaveLength(1)
    await rpc.call('generate', 1)
  })

  it('sends nothing if the question is rejected, closed with Escape, answered wrongly or lost by a reload', async () => {
    const { page } = window
    await goTo(page, 'Console')
    const question = getQuestionDialog(page)
    await run(`sendtoaddress ${THEM} 1`)
    await question.getByRole('button', { name: 'Reject' }).click()
    await page
      .getByText(/You decided against it. Nothing was done/)
      .first()
      .waitFor()
    await codes.next()
    await run(`sendtoaddress ${THEM} 2`)
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    const { code } = await codes.next()
    await runInTime(`sendtoaddress ${THEM} 3`)
    // Enter the code of another question.
    await question.getByRole('textbox').fill(code)
    await question.getByRole('textbox').press('Enter')
    await question.getByText(/2 tries left/).waitFor()
    // Read the code of this question too; otherwise it would be used for the next one.
    await codes.next()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Console' }).waitFor()
    expect(await question.count()).toBe(0)
    await runInTime(`sendtoaddress ${THEM} 4`)
    await question.getByRole('textbox').fill((await codes.next()).code)
    await question.getByRole('textbox').press('Enter')
    await question.waitFor({ state: 'detached' })
    await becomes(async () => (await waiting()).length, 1)
    await window.rpc.call('generate', 1)
  })

  it('shows every payee of a long list, on the page and in the terminal', async () => {
    const { page, rpc, program } = window
    const addresses: string[] = []
    for (let count = 0; count < 37; count += 1) addresses.push(await rpc.call<string>('getnewaddress'))
    await goTo(page, 'Console')
    await run(
      `sendmany "" '${JSON.stringify(Object.fromEntries([...addresses, THEM].map((address) => [address, 0.25])))}'`,
    )
    const question = getQuestionDialog(page)
    await question.getByText(THEM).first().waitFor()
    for (const address of addresses) {
      expect(await question.getByText(address).count()).toBeGreaterThan(0)
      expect(program.output()).toContain(address)
    }
    await shoot(page, 'browser-question-many')
    await question.getByRole('button', { name: 'Reject' }).click()
    await question.waitFor({ state: 'detached' })
    await codes.next()
    expect(await waiting()).toEqual([])
  })

  it('accepts the passphrase instead of a code, if the user chose so and confirmed it with a code', async () => {
    const { page, rpc } = window
    await rpc.call('protectwallet', PASSPHRASE)
    await goTo(page, 'Settings')
    await page.getByRole('radio', { name: /The passphrase of the wallet/ }).click()
    const question = getQuestionDialog(page)
    await question.waitFor()
    await shoot(page, 'browser-question-choice')
    await question.getByRole('textbox', { name: 'Code', exact: true }).fill((await codes.next()).code)
    await question.getByRole('button', { name: 'Change' }).click()
    await page.getByRole('radio', { name: /The passphrase of the wallet/, checked: true }).waitFor()
    await shoot(page, 'browser-settings')
    await rpc.call('unlockwallet', PASSPHRASE, 600)
    await goTo(page, 'Console')
    await runInTime(`sendtoaddress ${THEM} 6`)
    const field = question.getByLabel('Passphrase of the wallet')
    await field.fill('something else')
    await field.press('Enter')
    await question.getByText('Wrong passphrase. 2 tries left.').waitFor()
    await shoot(page, 'browser-question-passphrase')
    await field.fill(PASSPHRASE)
    await question.getByRole('button', { name: 'Send', exact: true }).click()
    await question.waitFor({ state: 'detached' })
    await becomes(async () => (await waiting()).length, 1)
  })

  it('shows a private key to the page only after the passphrase', async () => {
    const { page, rpc } = window
    const address = await rpc.call<string>('getnewaddress')
    await run(`dumpprivkey ${address}`)
    const question = getQuestionDialog(page)
    await question.getByLabel('Passphrase of the wallet').waitFor()
    const key = await rpc.call<string>('dumpprivkey', address)
    expect(await page.content()).not.toContain(key)
    await question.getByLabel('Passphrase of the wallet').fill(PASSPHRASE)
    await question.locator('button[type="submit"]').click()
    await page.getByRole('button', { name: 'Show result' }).click()
    await page.getByText(key).first().waitFor()
    await openTab(page, 'History')
  })
})

/** Returns the TCP ports on which a process itself listens. Linux only. */
function readListeningPorts(pid: number): readonly number[] {
  const own = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
      } catch {
        // The descriptor was closed while this loop ran.
        return []
      }
    }),
  )
  const LISTENING = '0A'
  return ['tcp', 'tcp6'].flatMap((name) =>
    readFileSync(`/proc/${pid}/net/${name}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === LISTENING && own.has(fields[9] ?? ''))
      .map((fields) => Number.parseInt(fields[1]?.split(':')[1] ?? '', 16)),
  )
}

describe.skipIf(process.platform !== 'linux')('the desktop app', () => {
  it('listens on the RPC port only, and on no port for browsers', async () => {
    const window = await openWindow({ transport: 'shell' })
    try {
      const debugging = /--remote-debugging-port=(\d+)/.exec(window.program.process.spawnargs.join(' '))?.[1]
      const ports = readListeningPorts(window.program.process.pid ?? 0).filter((port) => port !== Number(debugging))
      expect(ports).toEqual([window.rpcPort])
    } finally {
      await window.close()
    }
  })
})
