/** chainwrightd: the node without a window, on the main thread of this process. */
import { setTimeout as delay } from 'node:timers/promises'
import { limitYoungGeneration, tuneGarbageCollector } from '../app/thread/gcTuning.ts'
import { createLoggingNode, type LoggingNode } from '../app/thread/nodeSetup.ts'
import { readOptions } from '../app/thread/readOptions.ts'
import type { LoadedOptions } from '../config/index.ts'
import { hardenProcess } from '../launch/process.mjs'
import type { ChainNode } from '../node/index.ts'
import { findStarter, startInBackground } from './background.ts'
import { createServiceManager, NOTIFY_VARIABLES, type ServiceManager } from './serviceManager.ts'

const EXIT_FAILED = 1
/** Maximum duration of a stop, which normally takes far less. Acknowledged data is on disk by then in any case. */
const STOP_LIMIT_MS = 10_000
/** Maximum wait in ms for the last notification to the service manager. */
const SERVICE_LIMIT_MS = 2_000

/** Defined only in a background process (`-daemon`). */
const starter = findStarter()

function print(line: string): void {
  process.stdout.write(`${line}\n`)
  starter?.print('stdout', line)
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`)
  starter?.print('stderr', line)
}

function nextSignal(): Promise<'signal'> {
  return new Promise((resolve) => {
    // The handlers stay installed: a second Ctrl-C must not kill a node that is closing its files.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve('signal'))
  })
}

/**
 * Reopens the log and reloads the options on SIGHUP, as the reference does for the log. Closing the terminal does not
 * stop the node. Invalid options change nothing.
 */
function onHangup(node: LoggingNode, argv: readonly string[]): void {
  process.on('SIGHUP', () => {
    node.reopenLog()
    const next = readOptions(argv)
    if (next.kind === 'options') node.reload(next.options)
    else complain(`Warning: the configuration was not reloaded: ${next.kind === 'error' ? next.message : next.kind}`)
  })
}

/** A service manager that is notified of the start takes the end of its process for the end of the service. */
const isService = () => process.env['NOTIFY_SOCKET'] !== undefined

function createService(): ServiceManager {
  const env = { ...process.env }
  for (const name of NOTIFY_VARIABLES) delete process.env[name]
  return createServiceManager({ env, pid: process.pid, complain })
}

/** Prints each long step of the start once. */
function reportSteps(node: ChainNode, service: ServiceManager): void {
  let shown = ''
  node.onEvent((event) => {
    if (event.type !== 'status' || event.phase === shown) return
    shown = event.phase
    if (event.phase === 'importing' || event.phase === 'indexing') {
      print(event.detail)
      service.status(event.detail)
      // This step may take hours, and calls are already answered (with the step's name), so release the terminal.
      starter?.release()
    }
  })
}

async function readyText(node: ChainNode): Promise<string> {
  const text = await node.dispatcher.callText('getnodestatus', '[]', { transport: 'http' })
  const { name, rpcAddress, dataDir } = JSON.parse(text) as { name: string; rpcAddress: string; dataDir: string }
  const rpc = rpcAddress === '' ? 'no RPC server' : `RPC on ${rpcAddress}`
  const end = starter === undefined ? 'Ctrl-C stops it' : `It runs in the background, as process ${process.pid}`
  return `${name} is ready: ${rpc}, data in ${dataDir}. ${end}.`
}

/** Runs the node. Resolves to the exit code when the node has closed its files. */
async function serve(loaded: Extract<LoadedOptions, { kind: 'options' }>, argv: readonly string[]): Promise<number> {
  const service = createService()
  const node = createLoggingNode(loaded, complain)
  reportSteps(node, service)
  onHangup(node, argv)
  const ending = Promise.race([node.stopRequested, nextSignal()])
  let code = 0
  try {
    const first = await Promise.race([node.start().then(() => 'ready' as const), ending])
    if (first === 'ready') {
      const text = await readyText(node)
      print(text)
      service.ready(text)
      starter?.release()
    }
    if ((await ending) === 'failed') code = EXIT_FAILED
  } catch (error) {
    complain(`Error: ${error instanceof Error ? error.message : String(error)}`)
    code = EXIT_FAILED
  }
  service.stopping()
  const limit = delay(STOP_LIMIT_MS, 'late' as const)
  if ((await Promise.race([node.stop(), limit])) === 'late') {
    complain('Error: the node did not stop in time and was ended.')
    code = EXIT_FAILED
  }
  await Promise.race([service.close(), delay(SERVICE_LIMIT_MS)])
  return code
}

async function main(argv: readonly string[]): Promise<number> {
  const loaded = readOptions(argv)
  if (loaded.kind === 'options') {
    const foreground = !loaded.background || starter !== undefined || isService()
    if (foreground) return serve(loaded, argv)
    print(`Chainwright ${loaded.options.chain.name} server starting`)
    return startInBackground(argv, (stream, line) => void process[stream].write(`${line}\n`))
  }
  if (loaded.kind === 'error') {
    complain(`Error: ${loaded.message}`)
    return EXIT_FAILED
  }
  print(loaded.text)
  return 0
}

// Only the built entry has already called this.
hardenProcess()
// A closed output pipe does not stop the node.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
limitYoungGeneration()
tuneGarbageCollector()
process.exitCode = await main(process.argv.slice(2))
await starter?.flush()
// Exit explicitly: worker threads and idle sockets must not keep a stopped daemon alive.
process.exit()
