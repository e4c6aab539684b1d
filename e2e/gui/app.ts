/**
 * Opens one running app with its window, by either transport, and with the RPC server and command line of the same
 * node. Closing it removes every process and folder.
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
 * Transports for tests whose result is the same on both. A normal run uses the given transport, chosen per file so that
 * both get a share; the nightly run uses both.
 */
export const transportsFor = (normally: Transport): readonly Transport[] => (nightly() ? transports : [normally])
/**
 * Transports for tests that only inspect pages: both show the same ones, so the desktop shell is tested only in the
 * nightly run.
 */
export const pageTransports = transportsFor('browser')

/** Window size that the screens are designed for. */
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
  /** home folder of the app */
  readonly home: string
  /** performance.now() at the start of the program */
  readonly startedAt: number
  readonly rpcPort: number
  readonly rpc: RpcClient
  /** Forbidden events in the window: script errors, content-policy violations, requests outside its origin. */
  readonly complaints: string[]
  /** how approval questions are answered, and the questions asked so far */
  readonly consent: Consent
  /** Runs the built command-line client for this chain, as a user would. */
  cli(...args: readonly string[]): Promise<CliResult>
  close(): Promise<void>
}

export interface OpenOptions {
  readonly transport: Transport
  /** kept if given; otherwise a temporary folder that is deleted with the window */
  readonly home?: string
  readonly args?: readonly string[]
  /**
   * start without naming a chain, as a user does: the chain list decides. Without one fixed node, `rpc` and `cli` are
   * not connected.
   */
  readonly unnamed?: boolean
  /** start the sandbox on its default port instead of a port known to be free */
  readonly ownPort?: boolean
  /** installed program to use instead of the build in this checkout */
  readonly command?: readonly [string, ...string[]]
  /** use a wallet of an earlier app version: random keys, no phrase */
  readonly earlierWallet?: boolean
  /** do not wait for the overview, because the node is not expected to start */
  readonly early?: boolean
}

interface Started {
  readonly program: Program
  readonly browser: Browser
  readonly page: Page
  readonly complaints: string[]
  readonly consent: Consent
}

/** Clean-up steps of everything started so far, run in reverse order. */
type Undo = (() => Promise<unknown>)[]

async function startInBrowser(
  home: string,
  args: readonly string[],
  undo: Undo,
  command: OpenOptions['command'],
): Promise<Started> {
  const app = startWebApp({ home, args, ...(command && { command }) })
  // Launch the browser while the node starts, as for a user.
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

/** Resolves to the desktop app's page once it loads the address of the app. */
export async function shownPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts()
  if (!context) throw new Error('The desktop app has no browser context')
  return await waitFor(() => {
    const shown = context.pages().find((page) => page.url().includes('//chainwright'))
    if (!shown) throw new Error('The desktop app opened no page')
    return shown
  })
}

/** The browser of this process, once it was requested. */
let shared: Promise<Browser> | undefined

/**
 * Returns one browser shared by all files that this process runs; it ends with the process. Test files do not affect
 * each other, because each opens and closes its own context.
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

/**
 * Launches a separate browser, which the test closes.
 * @param system further environment variables: language, time zone
 */
export function launchBrowser(home: string, system: NodeJS.ProcessEnv = {}): Promise<Browser> {
  const env = { ...process.env, HOME: home, TMPDIR: home, ...system }
  return chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArgs], env })
}

/** Collects the forbidden events of a page. */
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

/** Creates the sandbox's wallet before the app does. */
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
      // A step that fails or hangs must not prevent the others.
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

/** Kills processes started with this home folder that have not exited, such as a hanging browser. Linux only. */
function endLeftovers(home: string): void {
  if (process.platform !== 'linux') return
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`HOME=${home}\0`))
        process.kill(Number(pid), 'SIGKILL')
    } catch {
      // The process has exited, or its environment is not readable for this user.
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

/** Reloads a page in its initial size, which closes dialogs, notifications and half-filled forms. */
export async function reloadPage(page: Page): Promise<void> {
  await page.setViewportSize(VIEWPORT)
  await page.reload()
}

/**
 * After a failed test of this file, saves a screenshot of each page of the window in e2e/.results. Then reloads the
 * pages, so that an open dialog does not make the following tests time out.
 */
export function keepEvidence(current: () => AppWindow | undefined): void {
  afterEach(async ({ task }) => {
    const window = current()
    if (task.result?.state !== 'fail' || !window) return
    // A question that is left open would appear again.
    if (window.consent.given === 'held') window.consent.given = false
    const origin = readOrigin(window.page)
    for (const [index, page] of window.page.context().pages().entries()) {
      if (readOrigin(page) !== origin) continue
      await savePicture(page, `${window.transport}-${task.name}-${index}`)
      // A page whose program has exited cannot be reloaded; the failed test states the reason.
      await reloadPage(page).catch(() => {})
    }
  })
}
