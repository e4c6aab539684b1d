import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Daemon, readMemory, resetPeak, startDaemon } from '../support/daemon.ts'
import type { Record } from './figures.ts'
import { type LongChain, longChain, TEN_TIMES } from './longChain.ts'

const MEGABYTE = 1024 * 1024
const PARTS = 10
/**
 * Interval of the probe calls during the import: short enough for a 99th percentile, long enough that their own work
 * does not count.
 */
const PROBE_MS = 10
const CONCURRENT_CALLS = 6
const SAMPLES = 20

interface Part {
  readonly seconds: number
  readonly cpu: number
}

interface Probe {
  /** duration of each call, in milliseconds */
  readonly times: number[]
  readonly parts: Part[]
}

const quantile = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? 0

/** Probes an importing daemon until the import is complete. */
async function follow(daemon: Daemon, { height }: LongChain, cpuSeconds: (pid: number) => number): Promise<Probe> {
  const pid = daemon.process.pid ?? 0
  const probe: Probe = { times: [], parts: [] }
  let [since, cpu] = [performance.now(), cpuSeconds(pid)]
  while (probe.parts.length < PARTS) {
    const start = performance.now()
    const reply = await daemon.rpc.raw('getblockcount', []).catch(() => undefined)
    const now = performance.now()
    if (daemon.process.exitCode !== null) throw new Error(daemon.output())
    if (reply !== undefined) probe.times.push(now - start)
    // While the node imports, its error replies contain the height reached.
    const reached = Number(/Height (\d+)|"result":(\d+)/.exec(reply?.body ?? '')?.findLast((group) => group) ?? 0)
    while (reached >= ((probe.parts.length + 1) * height) / PARTS && probe.parts.length < PARTS) {
      const used = cpuSeconds(pid)
      probe.parts.push({ seconds: (now - since) / 1000, cpu: used - cpu })
      since = now
      cpu = used
    }
    await delay(PROBE_MS)
  }
  return probe
}

async function measureImport(
  chain: LongChain,
  dataDir: string,
  cpuSeconds: (pid: number) => number,
  record: Record,
): Promise<void> {
  const daemon = await startDaemon({ args: [...chain.args, `-loadblock=${chain.file}`], dataDir, early: true })
  const { times, parts } = await follow(daemon, chain, cpuSeconds)
  const perPart = chain.transactions / PARTS
  for (const [at, { seconds, cpu }] of parts.entries()) {
    const note = `${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of processors`
    record({ name: `import of the long chain, tenth ${at + 1}`, value: perPart / seconds, unit: 'tx/s', note })
  }
  const share = (parts[0]?.cpu ?? 0) / (parts.at(-1)?.cpu ?? 1)
  record({
    name: '  rate of the last tenth by processor time',
    value: share,
    unit: '× first',
    goal: { sense: '>', limit: 0.9 },
  })
  const peak = readMemory(daemon.process.pid ?? 0).peak / MEGABYTE
  record({ name: '  peak memory of it', value: peak, unit: 'MB', goal: { sense: '<', limit: 350 } })
  record({
    name: '  RPC during it, 99 of 100 within',
    value: quantile(times, 0.99),
    unit: 'ms',
    goal: { sense: '<', limit: 50 },
    note: `median ${quantile(times, 0.5).toFixed(1)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
  })
  await daemon.stop()
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Measures the memory used by long replies for the hot address, with several requested at once. */
async function measureReplies(daemon: Daemon, { hot }: LongChain, record: Record): Promise<void> {
  const pid = daemon.process.pid ?? 0
  const idle = readMemory(pid).now
  for (const method of ['getaddresstxids', 'getaddressdeltas', 'getaddressutxos']) {
    const lengths: number[] = []
    // Exclude memory used before, for example by the thread that counted the coins.
    resetPeak(pid)
    const seconds = await timed(() =>
      Promise.all(
        Array.from({ length: CONCURRENT_CALLS }, async () => {
          const { status, body } = await daemon.rpc.raw(method, [{ addresses: [hot] }])
          if (status !== 200) throw new Error(`${method}: ${body.slice(0, 200)}`)
          lengths.push(body.length)
        }),
      ),
    )
    const note = `${((lengths[0] ?? 0) / MEGABYTE).toFixed(1)} MB each, in ${(seconds / 1000).toFixed(1)} s`
    const value = (readMemory(pid).peak - idle) / MEGABYTE
    record({
      name: `${method} of 325,000 changes, ${CONCURRENT_CALLS} at a time`,
      value,
      unit: 'MB',
      goal: { sense: '<', limit: 200 },
      note,
    })
  }
}

async function measureCalls(daemon: Daemon, record: Record): Promise<void> {
  const call = (method: string, params: readonly unknown[]) => timed(() => daemon.rpc.raw(method, params))
  const first = await call('gettxoutsetinfo', [])
  const again: number[] = []
  const blocks: number[] = []
  for (let at = 0; at < SAMPLES; at++) {
    again.push(await call('gettxoutsetinfo', []))
    blocks.push(await call('getblock', [String(1_000 + 600 * at), 1]))
  }
  const note = `the first time ${first.toFixed(0)} ms, away from the node's thread`
  record({
    name: 'gettxoutsetinfo on it, asked again',
    value: quantile(again, 0.5),
    unit: 'ms',
    goal: { sense: '<', limit: 5 },
    note,
  })
  record({ name: 'getblock of 42 transactions, verbosity 1', value: quantile(blocks, 0.5), unit: 'ms' })
}

/** Measures a chain ten times as long as the load chain, to find costs that grow with the length and should not. */
export async function measureGrowth(
  folder: string,
  cpuSeconds: (pid: number) => number,
  record: Record,
  plan = TEN_TIMES,
): Promise<void> {
  const chain = longChain(plan, join(tmpdir(), 'chainwright-bench'))
  const dataDir = join(folder, 'long')
  await measureImport(chain, dataDir, cpuSeconds, record)
  const daemon = await startDaemon({ args: chain.args, dataDir })
  try {
    await measureCalls(daemon, record)
    await measureReplies(daemon, chain, record)
  } finally {
    await daemon.stop()
  }
}
