/**
 * One running app with its window, by either transport, and the same node's RPC server and command line beside it. A
 * spec asks for what it needs and closes it; nothing stays behind: no process, no folder.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright'
import { afterEach } from 'vitest'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { nightly } from '../../src-main/node/testing/nightly.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { chromiumArgs, chromiumPath } from '../browser.ts'
import { openKeyring } from '../crash/walletUnderTest.ts'
import { projectRoot, temporaryFolder } from '../support/daemon.ts'
import { startDesktopApp, waitForAppPage } from '../support/desktopApp.ts'
import { freePort } from '../support/ports.ts'
import { type Program, startProgram } from '../support/programs.ts'
import { connectRpc, type RpcClient } from '../support/rpcClient.ts'
import { startWebApp } from '../support/webApp.ts'
import { answerInBrowser, duplicateTabs, signIn } from './browserQuestions.ts'
import { answerQuestions, type Consent } from './consent.ts'
import { savePicture } from './savePicture.ts'

export type Transport = 'browser' | 'shell'
export const transports: readonly Transport[] = ['browser', 'shell']
/**
 * For tests of what is the same in both: each file says which of the two it goes through in a normal run, so that either has
 * its share; the nightly run takes both.
 */
export const mostly = (normally: Transport): readonly Transport[] => (nightly() ? transports : [normally])
/** For tests that only look at pages: both show the same ones, so the desktop shell has its turn in the nightly run. */
export const pageTransports = mostly('browser')

/** The size of the window that screens are designed for. */
const VIEWPORT = { width: 1280, height: 820 }

export interface CliResult {
  readonly code: number | null
  readonly output: string
}

export interface AppWindow {
  readonly transport: Transport
  readonly page: Page
  readonly browser: Browser
  readonly program: Program
  /** the home folder that the app sees */
  readonly home: string
  /** performance.now() of the start of the program */
  readonly startedAt: number
  readonly rpcPort: number
  readonly rpc: RpcClient
  /** What no window may do: script errors, refusals of the content policy, requests that leave its origin. */
  readonly complaints: string[]
  /** how the person answers what the desktop app asks before coins leave, and what it asked */
  readonly consent: Consent
  /** The built client, as a person would call it for this chain. */
  cli(...args: readonly string[]): Promise<CliResult>
  close(): Promise<void>
}

export interface OpenOptions {
  readonly transport: Transport
  /** kept when given; else a fresh one that goes away with the window */
  readonly home?: string
  readonly args?: readonly string[]
  /** Start as a person does, without a word about a chain: the list of chains decides. There is no one node to ask, so `rpc` and `cli` reach nobody. */
  readonly unnamed?: boolean
  /** start the sandbox on the port it has by itself, rather than on one that is surely free */
  readonly ownPort?: boolean
  /** an installed program in place of the build in this checkout */
  readonly command?: readonly [string, ...string[]]
  /** the wallet is one that an earlier version of the app made: its keys are random, and it has no phrase */
  readonly earlierWallet?: boolean
  /** do not wait for the overview: the node is not expected to start */
  readonly early?: boolean
}

interface Started {
  readonly program: Program
  readonly browser: Browser
  readonly page: Page
  readonly complaints: string[]
  readonly consent: Consent
}

/** What has been started so far, to be ended in reverse. */
type Undo = (() => Promise<unknown>)[]

async function startInBrowser(
  home: string,
  args: readonly string[],
  undo: Undo,
  command: OpenOptions['command'],
): Promise<Started> {
  const app = startWebApp({ home, args, ...(command && { command }) })
  // The first one is on its way while the node starts, as it is for a person.
  const launching = sharedBrowser()
  const { address, ...program } = await app
  undo.push(() => program.stop())
  const browser = await launching
  const context = await browser.newContext({
    viewport: VIEWPORT,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  undo.push(() => context.close())
  const consent = answerInBrowser(context, program)
  const page = await context.newPage()
  const complaints = watch(page, new URL(address).origin)
  await signIn(page, address)
  await duplicateTabs(page)
  return { program, browser, page, complaints, consent }
}

async function startInShell(
  home: string,
  args: readonly string[],
  undo: Undo,
  command: OpenOptions['command'],
): Promise<Started> {
  const { debugAddress, ...program } = await startDesktopApp({ home, args, ...(command && { command }) })
  undo.push(() => program.stop())
  await waitForAppPage(debugAddress)
  const browser = await chromium.connectOverCDP(debugAddress)
  undo.push(() => browser.close())
  const page = await shownPage(browser)
  const complaints = watch(page, readOrigin(page))
  return { program, browser, page, complaints, consent: answerQuestions(page.context()) }
}

/** The desktop app's page, once it is on its way to the app's address. */
export async function shownPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts()
  if (!context) throw new Error('The desktop app has no browser context')
  return await waitFor(() => {
    const shown = context.pages().find((page) => page.url().includes('//chainwright'))
    if (!shown) throw new Error('The desktop app opened no page')
    return shown
  })
}

/** The browser of this process, once it was asked for. */
let shared: Promise<Browser> | undefined

/**
 * One browser for all files that this process runs; it ends with the process. What files leave in it is nothing to the next
 * ones: each opens a context of its own, and closes it.
 */
export function sharedBrowser(): Promise<Browser> {
  const before = shared
  const next = async () => {
    const running = await before?.catch(() => undefined)
    return running?.isConnected() ? running : await launchBrowser(temporaryFolder())
  }
  shared = next()
  return shared
}

/** A browser of the test's own, which it closes. @param system further variables of its environment: language, time zone */
export function launchBrowser(home: string, system: NodeJS.ProcessEnv = {}): Promise<Browser> {
  const env = { ...process.env, HOME: home, TMPDIR: home, ...system }
  return chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArgs], env })
}

/** Collects what a window must never do. */
export function watch(page: Page, origin: string): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`script error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) complaints.push(`request: ${url}`)
  })
  return complaints
}

function confValue(home: string, key: string): string {
  const conf = readFileSync(join(home, '.chainwright/SANDBOX/SANDBOX.conf'), 'utf8')
  return new RegExp(`^${key}=(.*)$`, 'm').exec(conf)?.[1] ?? ''
}

/** Makes the sandbox's wallet before the app can. */
function makeEarlierWallet(home: string): void {
  const folder = join(home, '.chainwright/SANDBOX/regtest')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  openKeyring(join(folder, 'wallet.db')).file.close()
}

/** Starts the app and waits until its overview shows (unless `early`). */
export async function openWindow(options: OpenOptions): Promise<AppWindow> {
  const home = options.home ?? temporaryFolder()
  const undo: Undo = []
  const undoAll = async () => {
    const gaveUp = new AbortController()
    for (const step of undo.toReversed()) {
      // One step that fails or hangs must not keep the others from being done.
      const limit = delay(MAX_WAIT_MS, undefined, { signal: gaveUp.signal })
      await Promise.race([step(), limit]).catch(() => {})
    }
    gaveUp.abort()
    if (options.home !== undefined) return
    endLeftovers(home)
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    if (options.earlierWallet) makeEarlierWallet(home)
    return await open(options, home, undo, undoAll)
  } catch (error) {
    await undoAll()
    throw error
  }
}

/** Kills what was started with this home folder and has not ended by itself: a browser that hangs. Linux only. */
function endLeftovers(home: string): void {
  if (process.platform !== 'linux') return
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`HOME=${home}\0`))
        process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It ended while we looked, or is not ours to look at.
    }
  }
}

async function open(options: OpenOptions, home: string, undo: Undo, undoAll: () => Promise<void>): Promise<AppWindow> {
  const { transport, ownPort = false, unnamed = false } = options
  const port = ownPort || unnamed ? undefined : await freePort()
  const portArgs = port === undefined ? [] : [`-rpcport=${port}`]
  const startedAt = performance.now()
  const chain = unnamed ? [] : ['-sandbox', ...portArgs]
  const args = [...chain, ...(options.args ?? [])]
  const started =
    transport === 'browser'
      ? await startInBrowser(home, args, undo, options.command)
      : await startInShell(home, args, undo, options.command)
  const { page, program } = started
  page.setDefaultTimeout(MAX_WAIT_MS)
  if (!options.early && !unnamed) {
    await page
      .getByRole('heading', { level: 1, name: 'Home' })
      .waitFor()
      .catch((error: unknown) => savePicture(page, `${transport}-not-opened`).then(() => Promise.reject(error)))
  }
  const rpcPort = port ?? (unnamed ? 0 : Number(confValue(home, 'rpcport')))
  const rpc = connectRpc({
    port: rpcPort,
    user: unnamed ? '' : confValue(home, 'rpcuser'),
    password: unnamed ? '' : confValue(home, 'rpcpassword'),
  })
  const client = [join(projectRoot, 'out/main/client.js'), '-ac_name=SANDBOX', ...portArgs]
  return {
    ...started,
    transport,
    home,
    startedAt,
    rpcPort,
    rpc,
    cli: (...args) => runClient([...client, ...args], home),
    async close() {
      rpc.close()
      await undoAll()
      const code = await program.ended
      if (code !== 0) throw new Error(`The app ended with ${code}:\n${program.output()}`)
    },
  }
}

async function runClient(args: readonly string[], home: string): Promise<CliResult> {
  const program = startProgram(process.execPath, args, { env: { HOME: home } })
  return { code: await program.ended, output: program.output().trimEnd() }
}

const readOrigin = (page: Page): string => /^\w+:\/\/[^/]+/.exec(page.url())?.[0] ?? ''

/** Reloads a page in its first size: open dialogs, notifications and half-filled forms are gone. */
export async function reloadPage(page: Page): Promise<void> {
  await page.setViewportSize(VIEWPORT)
  await page.reload()
}

/**
 * After a failed test of this file: saves a picture of each page of the window in e2e/.results, and reloads the pages, so that the
 * following tests do not each wait for what an open dialog hides.
 */
export function keepEvidence(current: () => AppWindow | undefined): void {
  afterEach(async ({ task }) => {
    const window = current()
    if (task.result?.state !== 'fail' || !window) return
    // A question that was left open would come again.
    if (window.consent.given === 'held') window.consent.given = false
    const origin = readOrigin(window.page)
    for (const [index, page] of window.page.context().pages().entries()) {
      if (readOrigin(page) !== origin) continue
      await savePicture(page, `${window.transport}-${task.name}-${index}`)
      // A page whose program has ended cannot be reloaded; the failure of the test says why.
      await reloadPage(page).catch(() => {})
    }
  })
}
