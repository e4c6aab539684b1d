import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { withServer } from '../publish/tables.ts'
import { type Daemon, readMemory } from '../support/daemon.ts'
import type { Installation } from './installation.ts'
import { treeMillis } from './processorTime.ts'
import { count, gigabytes, micros, type PrintRow } from './rows.ts'

const POLL_MS = 500
const MEGABYTE = 1024 * 1024

interface LoadedChain {
  readonly args: readonly string[]
  /** bootstrap file */
  readonly file: string
  readonly height: number
  readonly transactions: number
}

const sumSizes = (paths: readonly string[]): number => paths.reduce((sum, path) => sum + statSync(path).size, 0)

/** Returns the sizes of the node's files in bytes. */
function nodeBytes(dataDir: string): { readonly database: number; readonly blocks: number } {
  const files = globSync(join(dataDir, '**/*')).filter((path) => statSync(path).isFile())
  const ends = (text: RegExp) => sumSizes(files.filter((path) => text.test(path)))
  return { database: ends(/chain\.db(-wal)?$/), blocks: ends(/(blk|rev)\d+\.dat$/) }
}

interface ServerBytes {
  readonly database: number
  /** written to the log for the replica */
  readonly log: number
}

const serverBytes = (url: string): Promise<ServerBytes> =>
  withServer(url, async (client) => {
    const { rows } = await client.query<{ database: string; log: string }>(
      "SELECT pg_database_size(current_database()) AS database, pg_current_wal_lsn() - '0/0' AS log",
    )
    return { database: Number(rows[0]?.database), log: Number(rows[0]?.log) }
  })

async function waitForCalls(daemon: Daemon, isDone: () => Promise<boolean>): Promise<void> {
  for (;;) {
    if (daemon.process.exitCode !== null) throw new Error(daemon.output())
    if (await isDone().catch(() => false)) return
    await delay(POLL_MS)
  }
}

const formatBytes = (bytes: number, transactions: number) =>
  `${gigabytes(bytes)}, ${count(bytes / transactions)} per transaction`

/** Imports the chain into the node, without publishing, and prints processor time, rate and sizes. */
export async function measureImport(
  installation: Installation,
  { args, file, height, transactions }: LoadedChain,
  print: PrintRow,
): Promise<void> {
  const begun = performance.now()
  const node = await installation.startNode({ args: [...args, `-loadblock=${file}`], publishes: false, early: true })
  await waitForCalls(node, async () => (await node.rpc.call<number>('getblockcount')) >= height)
  const seconds = (performance.now() - begun) / 1000
  const pid = node.process.pid ?? 0
  const used = treeMillis(pid)
  const { peak } = readMemory(pid)
  await node.stop()
  const files = nodeBytes(installation.dataDir)
  print({
    what: `import of ${count(transactions)} transactions by the node`,
    processor: `node ${micros(used, transactions)} per transaction`,
    rate: `${count(transactions / seconds)} transactions per second`,
    time: `${count(seconds)} s`,
    bytes: `memory at most ${count(peak / MEGABYTE)} MB`,
  })
  print({ what: '`chain.db`', bytes: formatBytes(files.database, transactions) })
  print({ what: 'block and undo files', bytes: formatBytes(files.blocks, transactions) })
}

/** Publishes the imported chain, while the replica follows, and prints processor time, rate and sizes. */
export async function measurePublishing(
  installation: Installation,
  { args, height, transactions }: LoadedChain,
  print: PrintRow,
): Promise<void> {
  const { primary, replica } = installation
  const before = { primary: treeMillis(primary.pid()), replica: treeMillis(replica.pid()) }
  const written = (await serverBytes(installation.primaryUrl)).log
  const begun = performance.now()
  const node = await installation.startNode({ args, early: true })
  await waitForCalls(node, async () => {
    const info = await node.rpc.call<{ state: string; height: number }>('getpublishinfo')
    return info.state === 'level' && info.height >= height
  })
  const seconds = (performance.now() - begun) / 1000
  const each = (time: number) => micros(time, transactions)
  const processor = [
    `node ${each(treeMillis(node.process.pid ?? 0))}`,
    `primary ${each(treeMillis(primary.pid()) - before.primary)}`,
  ]
  await installation.waitForReplica()
  processor.push(`replica ${each(treeMillis(replica.pid()) - before.replica)}`)
  await node.stop()
  const { database, log } = await serverBytes(installation.primaryUrl)
  print({
    what: 'publishing them, the replica following',
    processor: `${processor.join(', ')} per transaction`,
    rate: `${count(transactions / seconds)} transactions per second`,
    time: `${count(seconds)} s`,
  })
  print({ what: 'PostgreSQL with all indexes, on each server', bytes: formatBytes(database, transactions) })
  print({ what: 'log sent to the replica', bytes: formatBytes(log - written, transactions) })
}
