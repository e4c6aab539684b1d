/** chainwright-query: answers calls from the tables that a node publishes. Any number of processes may run. */
import { homedir } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import packageFile from '../../package.json' with { type: 'json' }
import { hardenProcess } from '../launch/process.mjs'
import { createLogger, type Logger, systemClock, systemRandom } from '../node/core/index.ts'
import type { QueryMonitor } from '../node/metrics/index.ts'
import { type DispatcherDeps, formatEndpoint, HttpServer, prepareCredentials, Users } from '../node/rpc/index.ts'
import { readConfFile } from './confFile.ts'
import { type QueryStart, queryOptions } from './options.ts'
import { describeBlock, QueryService } from './queryService.ts'
import { toReadiness } from './readiness.ts'
import { waitForTables } from './startWait.ts'

type ServeStart = Extract<QueryStart, { kind: 'serve' }>

const EXIT_FAILED = 1

const print = (line: string) => void process.stdout.write(`${line}\n`)
const complain = (line: string) => void process.stderr.write(`${line}\n`)

/** Returns a signal that is aborted by SIGINT or SIGTERM. */
function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => controller.abort())
  return controller.signal
}

function untilStopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Opens the monitor. Its library is loaded only if metrics are configured. */
async function openMonitor(
  { metrics, rpc }: ServeStart,
  service: QueryService,
  logger: Logger,
): Promise<QueryMonitor | undefined> {
  if (metrics === undefined) return undefined
  const { QueryMonitor } = await import('../node/metrics/index.ts')
  const monitor = new QueryMonitor({
    settings: { ...metrics, allowHost: rpc.allowHost },
    version: packageFile.version,
    readiness: async () => toReadiness(await service.readState(), service.dispatcher.warmingUp()),
    waitingCalls: () => service.waitingCalls(),
    logger: logger.child('http'),
  })
  await monitor.open()
  return monitor
}

async function openServer({ rpc }: ServeStart, service: QueryService, logger: Logger) {
  const credentials = await prepareCredentials(rpc, systemRandom())
  const users = new Users(rpc.users, {
    now: () => performance.now(),
    maxWaiting: rpc.threads + rpc.workQueue,
  })
  const http = new HttpServer({
    ...{ dispatcher: service.dispatcher, credentials, settings: rpc },
    userCalled: (name) => users.find(name),
    logger: logger.child('http'),
    rest: rpc.rest ? service.rest : undefined,
  })
  const addresses = await http.start()
  return { http, addresses: addresses.map(formatEndpoint).join(' and ') }
}

/** Serves until a signal. While the database is away at the start, calls get error −28. */
async function serve(start: ServeStart): Promise<void> {
  const signal = stopSignal()
  const logger = createLogger({ level: 'warn', millis: Date.now, sink: complain })
  let monitor: QueryMonitor | undefined
  const count: DispatcherDeps['onCalled'] = (...call) => monitor?.calls.called(...call)
  const service = new QueryService(start.url, {
    ...{ clock: systemClock(), logger, maxWaitingRest: start.rpc.threads },
    onCalled: start.metrics && count,
  })
  try {
    service.warmup('The database is being opened...')
    monitor = await openMonitor(start, service, logger)
    const { http, addresses } = await openServer(start, service, logger)
    const state = await waitForTables({
      read: () => service.readState(),
      sleep: (millis) => delay(millis, undefined, { signal }).catch(() => undefined),
      now: () => performance.now(),
      retrying({ reason }, millis) {
        service.warmup(reason)
        logger.warn('database not ready, retrying', { reason, millis })
      },
      ...{ limitMs: start.databaseWaitMs, signal },
    })
    if (state !== undefined) {
      service.open(state.settings)
      const end = process.stdout.isTTY ? ' Ctrl-C stops the program.' : ''
      print(`Answering calls on ${addresses} as of ${describeBlock(state.block)}.${end}`)
      await untilStopped(signal)
    }
    await http.stop()
  } finally {
    await monitor?.close()
    await service.close()
  }
}

async function main(argv: readonly string[]): Promise<number> {
  const { version } = packageFile
  const start = queryOptions(argv, {
    ...{ env: process.env, cwd: process.cwd(), home: homedir(), version },
    readConf: readConfFile,
  })
  if (start.kind === 'text') print(start.text)
  if (start.kind === 'error') complain(`Error: ${start.message}`)
  if (start.kind !== 'serve') return start.kind === 'error' ? EXIT_FAILED : 0
  for (const warning of start.warnings) complain(`Warning: ${warning}`)
  try {
    await serve(start)
    return 0
  } catch (error) {
    complain(`Error: ${error instanceof Error ? error.message : String(error)}`)
    return EXIT_FAILED
  }
}

// Not yet done when run without the built entry.
hardenProcess()
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
process.exitCode = await main(process.argv.slice(2))
// Exit explicitly, because idle sockets would keep the process alive.
process.exit()
