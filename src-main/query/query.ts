/** chainwright-query: answers calls from the tables that a node publishes. Any number of processes may run. */
import packageFile from '../../package.json' with { type: 'json' }
import { hardenProcess } from '../launch/process.mjs'
import { createLogger, systemClock, systemRandom } from '../node/core/index.ts'
import { HttpServer, prepareCredentials, Users } from '../node/rpc/index.ts'
import { type QueryStart, queryOptions } from './options.ts'
import { describeBlock, QueryService } from './queryService.ts'

const EXIT_FAILED = 1

const print = (line: string) => void process.stdout.write(`${line}\n`)
const complain = (line: string) => void process.stderr.write(`${line}\n`)

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
  })
}

async function serve({ url, rpc }: Extract<QueryStart, { kind: 'serve' }>): Promise<void> {
  const logger = createLogger({ level: 'warn', millis: Date.now, sink: complain })
  const clock = systemClock()
  const service = new QueryService(url, { clock, logger })
  try {
    const block = service.open()
    const credentials = await prepareCredentials(rpc, systemRandom())
    const users = new Users(rpc.users, {
      now: () => performance.now(),
      maxWaiting: rpc.threads + rpc.workQueue,
    })
    const http = new HttpServer({
      ...{ dispatcher: service.dispatcher, credentials, settings: rpc },
      userCalled: (name) => users.find(name),
      logger: logger.child('http'),
    })
    const [first] = await http.start()
    print(`Answering calls on ${first?.host}:${first?.port} as of ${describeBlock(block)}. Ctrl-C stops the program.`)
    await untilStopped()
    await http.stop()
  } finally {
    await service.close()
  }
}

async function main(argv: readonly string[]): Promise<number> {
  const { version } = packageFile
  const start = queryOptions(argv, { env: process.env, cwd: process.cwd(), version })
  if (start.kind === 'text') print(start.text)
  if (start.kind === 'error') complain(`Error: ${start.message}`)
  if (start.kind !== 'serve') return start.kind === 'error' ? EXIT_FAILED : 0
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
