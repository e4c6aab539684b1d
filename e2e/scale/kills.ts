import { setTimeout as delay } from 'node:timers/promises'
import { BlockFeed } from './blockFeed.ts'
import type { BlockFile } from './blockFile.ts'
import { type Call, type ChainSample, lastingCalls } from './calls.ts'
import type { Installation } from './installation.ts'
import { quantile, startLoad } from './load.ts'
import { BLOCK_INTERVAL_MS, CONNECTIONS } from './measureCalls.ts'
import { count, millis, type PrintRow } from './rows.ts'

/** Load before each kill and after each restart, in ms. */
const AROUND_MS = 3_000
/** Time between a kill and the restart, as of a unit with RestartSec=5. */
const DOWN_MS = 5_000

interface Kill {
  readonly what: string
  kill(): Promise<void> | void
  restart?(): Promise<void>
}

function listKills(installation: Installation, args: readonly string[]): readonly Kill[] {
  const { primary, replica } = installation
  const killQuery = (index: number) => async () => {
    installation.query(index).kill('SIGKILL')
    await installation.query(index).ended
  }
  return [
    { what: 'query process on the primary', kill: killQuery(0), restart: () => installation.startQuery(0) },
    { what: 'query process on the replica', kill: killQuery(1), restart: () => installation.startQuery(1) },
    {
      what: 'replica',
      kill: () => replica.stop('immediate'),
      restart: async () => replica.start(),
    },
    { what: 'worker process of nginx, which its master restarts', kill: () => installation.killProxyWorker() },
    {
      what: 'publishing node',
      kill: () => installation.node.kill(),
      restart: async () => void (await installation.startNode({ args })),
    },
    {
      what: 'primary',
      kill: () => primary.stop('immediate'),
      restart: async () => primary.start(),
    },
  ]
}

/** Returns calls with the node's replies, which no later block changes. */
async function recordReplies(installation: Installation, sample: ChainSample) {
  const calls: readonly Call[] = lastingCalls(sample)
  const replies: string[] = []
  for (const [method, ...params] of calls) replies.push((await installation.node.rpc.raw(method, params)).body)
  return { calls, replies }
}

/**
 * Kills one part after the other under load, while blocks arrive, and prints what the callers saw. Each reply is
 * compared with the node's.
 * @param args options of the node
 */
export async function measureKills(
  installation: Installation,
  { sample, file, args }: { sample: ChainSample; file: BlockFile; args: readonly string[] },
  print: PrintRow,
): Promise<void> {
  const recorded = await recordReplies(installation, sample)
  for (const { what, kill, restart } of listKills(installation, args)) {
    const feed = new BlockFeed(installation, file, BLOCK_INTERVAL_MS)
    const load = startLoad({ ...installation.proxyTarget, connections: CONNECTIONS, ...recorded })
    await delay(AROUND_MS)
    await kill()
    await delay(DOWN_MS)
    await restart?.()
    const restarted = performance.now()
    await delay(AROUND_MS)
    const { times, failures, seconds } = await load.stop()
    await feed.stop()
    await installation.waitUntilLevel()
    const level = (performance.now() - restarted) / 1_000
    print({
      what: `killed: ${what}`,
      rate: `${count(times.length / seconds)} calls per second; ${failures.length} of ${count(times.length + failures.length)} failed`,
      time: `99 of 100 within ${millis(quantile(times, 0.99))}, longest ${millis(times.at(-1) ?? 0)}; all level ${level.toFixed(1)} s after the restart`,
    })
    const reasons = new Set(failures.map(({ reason }) => reason))
    for (const reason of [...reasons].slice(0, 5)) console.error(`  ${reason}`)
  }
}
