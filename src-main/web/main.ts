/**
 * Entry of the browser mode. Runs nodes in threads and the web server on this thread, and prints one line on the
 * terminal.
 */

import { randomInt } from 'node:crypto'
import { systemParts } from '../app/consent/index.ts'
import { openChainManager } from '../app/openChainManager.ts'
import { readAbout } from '../app/thread/readOptions.ts'
import { builtWindowFolder, readWindowFiles } from '../app/windowFiles.ts'
import { hasDisplay, openInBrowser } from './browser.ts'
import { Confirmation } from './confirmation.ts'
import { FailedAttempts } from './failedAttempts.ts'
import { PageNode, type ServedWindow } from './pageNode.ts'
import { startWebServer } from './server.ts'
import { serveOnKeptPort } from './webPort.ts'

const OWN_OPTION = /^--?(web-port=(\d{1,5})|no-open)$/

interface WebArgs {
  /** Undefined for the stored port of this root folder. */
  readonly port: number | undefined
  readonly open: boolean
  /** Remaining arguments, for the chain manager. */
  readonly argv: readonly string[]
}

function parseArgs(args: readonly string[]): WebArgs {
  let port: number | undefined
  let open = true
  const argv: string[] = []
  for (const arg of args) {
    const own = OWN_OPTION.exec(arg)
    if (!own) argv.push(arg)
    else if (own[2] !== undefined) port = Number(own[2])
    else open = false
  }
  return { port, open, argv }
}

function after(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

/** Prints even without a terminal: codes then appear in the log of the launcher. */
function print(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''))
}

/** Rings the bell of a terminal, which also highlights a covered window. Files and journals get no bell. */
function ring(): void {
  if (process.stdout.isTTY) process.stdout.write('\u0007')
}

async function main(): Promise<void> {
  const { port, open, argv } = parseArgs(process.argv.slice(2))
  const chainManager = openChainManager(argv, 'web')
  const files = readWindowFiles(builtWindowFolder())
  const attempts = new FailedAttempts(() => performance.now())
  const confirmation = new Confirmation({
    ...{ print, ring, random: randomInt, attempts, after },
    language: () => chainManager.language(),
  })
  const nodeFor = (window: ServedWindow) =>
    new PageNode(window, { ...systemParts, chainManager, confirmation, attempts })
  const listen = (wanted: number) => startWebServer({ port: wanted, now: Date.now, after }, { nodeFor, files })
  const { server, notice } =
    port === undefined
      ? await serveOnKeptPort(chainManager.settings, listen)
      : { server: await listen(port), notice: undefined }
  if (notice !== undefined) process.stderr.write(`${notice}\n`)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await server.close()
    await chainManager.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
  // `stop` over RPC ends the app if its chain was given on the command line.
  void chainManager.ended.then(stop)

  const address = server.freshAddress()
  const opened = open && hasDisplay(process.platform, process.env) && (await openInBrowser(address, process.platform))
  process.stdout.write(
    opened
      ? `Chainwright is open in your browser. Ctrl-C stops it; Enter shows an address for another tab.\n`
      : `Open this address in a browser on this machine: ${address}\nThe address works once, within 15 minutes. Ctrl-C stops Chainwright; Enter shows another address.\n`,
  )
  print(['Payments and keys require a code. Keep this terminal visible: the code appears here, in a box.'])
  if (process.stdin.isTTY) {
    process.stdin.on('data', () => process.stdout.write(`${server.freshAddress()}\n`))
  }
}

async function start(): Promise<void> {
  const about = readAbout(process.argv.slice(2))
  if (about !== undefined) print([about])
  else await main()
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
