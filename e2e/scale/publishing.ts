import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { withServer } from '../publish/tables.ts'
import { readMemory } from '../support/daemon.ts'
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

const sizeOf = (paths: readonly string[]): number => paths.reduce((sum, path) => sum + statSync(path).size, 0)

/** Returns the sizes of the node's files in bytes. */
function nodeBytes(dataDir: string): { readonly database: number; readonly blocks: number } {
  const files = globSync(join(dataDir, '**/*')).filter((path) => statSync(path).isFile())
  const ends = (text: RegExp) => sizeOf(files.filter((path) => text.test(path)))
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

async function waitUntilPublished(installation: Installation, height: number): Promise<void> {
  for (;;) {
    const { node } = installation
    if (node.process.exitCode !== null) throw new Error(node.output())
    const info = await node.rpc.call<{ state: string; height: number }>('getpublishinfo').catch(() => undefined)
    if (info?.state === 'level' && info.height === height) return
    await delay(POLL_MS)
  }
}

/** Imports and publishes a chain, while the replica follows, and prints processor time, rate and sizes. */
export async function measurePublishing(
  installation: Installation,
  { args, file, height, transactions }: LoadedChain,
  print: PrintRow,
): Promise<void> {
  const { primary, replica } = installation
  const before = { primary: treeMillis(primary.pid()), replica: treeMillis(replica.pid()) }
  const written = (await serverBytes(installation.primaryUrl)).log
  const begun = performance.now()
  const node = await installation.startNode([...args, `-loadblock=${file}`], true)
  await waitUntilPublished(installation, height)
  const seconds = (performance.now() - begun) / 1000
  const pid = node.process.pid ?? 0
  const used = {
    node: treeMillis(pid),
    primary: treeMillis(primary.pid()) - before.primary,
    memory: readMemory(pid).peak,
  }
  await installation.waitForReplica()
  const used2 = treeMillis(replica.pid()) - before.replica
  await node.stop()
  const { database, log } = await serverBytes(installation.primaryUrl)
  const files = nodeBytes(installation.dataDir)
  const each = (bytes: number) => `${gigabytes(bytes)}, ${count(bytes / transactions)} per transaction`
  const of = (time: number) => micros(time, transactions)
  print({
    what: `import and publishing of ${count(transactions)} transactions, replica following`,
    processor: `node ${of(used.node)}, primary ${of(used.primary)}, replica ${of(used2)} per transaction`,
    rate: `${count(transactions / seconds)} transactions per second`,
    time: `${count(seconds)} s`,
    bytes: `node's memory at most ${count(used.memory / MEGABYTE)} MB`,
  })
  print({ what: 'PostgreSQL with all indexes, on each server', bytes: each(database) })
  print({ what: 'log sent to the replica', bytes: each(log - written) })
  print({ what: '`chain.db`', bytes: each(files.database) })
  print({ what: 'block and undo files', bytes: each(files.blocks) })
}
