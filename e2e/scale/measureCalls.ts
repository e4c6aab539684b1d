import { setTimeout as delay } from 'node:timers/promises'
import { BlockFeed } from './blockFeed.ts'
import type { BlockFile } from './blockFile.ts'
import type { CallersResult } from './callers.ts'
import { type Call, type ChainSample, measuredCalls, mixedCalls } from './calls.ts'
import type { Installation } from './installation.ts'
import { quantile, startLoad } from './load.ts'
import { treeMillis } from './processorTime.ts'
import { count, micros, millis, type PrintRow } from './rows.ts'

/** Concurrent calls, so that both processes always have work. */
export const CONNECTIONS = 8
const SECONDS = 6
const MIXED_SECONDS = 20
const WARM_UP_MS = 1_000
const MIXED_CALLS = 20_000
/** Interval of the blocks that arrive during the calls, in ms. */
export const BLOCK_INTERVAL_MS = 500

interface UsedTime {
  readonly query: number
  readonly servers: number
  readonly nginx: number
}

function readUsedTime(installation: Installation): UsedTime {
  return {
    query: treeMillis(installation.query(0).pid) + treeMillis(installation.query(1).pid),
    servers: treeMillis(installation.primary.pid()) + treeMillis(installation.replica.pid()),
    nginx: treeMillis(installation.nginxPid),
  }
}

/** Calls in a closed loop through nginx and prints processor time per call, rate and 99th percentile. */
async function measureLoad(
  installation: Installation,
  { what, calls, seconds }: { what: string; calls: readonly Call[]; seconds: number },
  print: PrintRow,
): Promise<CallersResult> {
  const input = { ...installation.proxyTarget, connections: CONNECTIONS, calls }
  const warmUp = startLoad(input)
  await delay(WARM_UP_MS)
  await warmUp.stop()
  const before = readUsedTime(installation)
  const load = startLoad(input)
  await delay(seconds * 1_000)
  const result = await load.stop()
  const after = readUsedTime(installation)
  const { times, failures } = result
  if (failures[0] !== undefined) throw new Error(`${failures.length} calls failed: ${failures[0].reason}`)
  const each = (part: keyof UsedTime) => micros(after[part] - before[part], times.length)
  print({
    what,
    processor: `query ${each('query')}, PostgreSQL ${each('servers')}, nginx ${each('nginx')} per call`,
    rate: `${count(times.length / result.seconds)} calls per second`,
    time: `99 of 100 within ${millis(quantile(times, 0.99))}, median ${millis(quantile(times, 0.5))}`,
  })
  return result
}

/** Measures each kind of call, then the mixed load without and with new blocks, and the lag of both servers. */
export async function measureCalls(
  installation: Installation,
  { sample, file, random }: { sample: ChainSample; file: BlockFile; random: () => number },
  print: PrintRow,
): Promise<void> {
  const kinds = measuredCalls(sample)
  for (const { name, calls } of kinds) await measureLoad(installation, { what: name, calls, seconds: SECONDS }, print)
  const mixed = { calls: mixedCalls(kinds, MIXED_CALLS, random), seconds: MIXED_SECONDS }
  await measureLoad(installation, { what: 'all of these, mixed', ...mixed }, print)
  const feed = new BlockFeed(installation, file, BLOCK_INTERVAL_MS)
  const measured = measureLoad(installation, { what: 'mixed, while blocks arrive', ...mixed }, print)
  await measured.catch(() => undefined)
  const { primary, replica } = await feed.stop()
  await measured
  const range = (lags: readonly number[]) =>
    `median ${millis(quantile(lags, 0.5))}, 99 of 100 within ${millis(quantile(lags, 0.99))}`
  print({
    what: `lag of the primary behind the node, ${feed.submitted} blocks under this load`,
    time: range(primary),
    rate: `${1_000 / BLOCK_INTERVAL_MS} blocks per second`,
  })
  print({ what: 'lag of the replica behind the node', time: range(replica) })
  await installation.waitUntilLevel()
}
