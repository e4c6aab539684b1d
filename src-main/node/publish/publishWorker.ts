/** Entry of the publishing thread: to PostgreSQL or to a NATS server. */
import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '../util/index.ts'
import { type Connect, Follower } from './follower.ts'
import type { PublishInput, SeenTransaction } from './types.ts'

/** Lower priority than the node thread. */
const NICENESS = 5

const input = workerData as PublishInput

interface Destination {
  readonly connect: Connect
  seen(transactions: readonly SeenTransaction[]): void
}

/** Imports only the client of the configured server. */
async function destination(): Promise<Destination> {
  if (input.to.kind === 'postgres') {
    const { connectPostgres } = await import('./postgresTarget.ts')
    return { connect: connectPostgres, seen: () => undefined }
  }
  const { natsConnector } = await import('./nats/natsTarget.ts')
  const { connect, seen } = natsConnector()
  return { connect, seen: (transactions) => seen.add(transactions) }
}

// Not while the module is still being evaluated: a thread that is terminated then takes the process down.
setImmediate(async () => {
  lowerThreadPriority(NICENESS)
  const { connect, seen } = await destination()
  const follower = new Follower(input, connect, (status) => parentPort?.postMessage(status))
  parentPort?.on('message', (message: 'stop' | readonly SeenTransaction[]) => {
    if (message !== 'stop') return seen(message)
    parentPort?.close()
    follower.stop()
  })
  void follower.ended.finally(() => parentPort?.close())
})
