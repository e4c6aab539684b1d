import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readMemory, startDaemon } from '../support/daemon.ts'
import { startNetworkNode } from '../support/network.ts'
import { buildDaemonOfCommit, COMPARED_COMMIT } from './besideCommit.ts'
import type { Record } from './figures.ts'
import type { SyncLoad } from './peers.ts'
import { waitForHeight } from './waitForHeight.ts'

/** Alternating pairs: an odd number, so that the median is one of the measured ratios. */
const PAIRS = 7
const MEGABYTE = 1024 * 1024

/** A built daemon, and a data directory with the load chain for its syncs. */
interface Side {
  /** undefined for this checkout */
  readonly program: string | undefined
  readonly sourceDir: string
}

interface Costs {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly peakBytes: number
}

interface Context {
  readonly load: SyncLoad
  readonly folder: string
  readonly cpu: (pid: number) => number
}

const commonOptions = ({ program }: Side) => ({ early: true, ...(program !== undefined && { program }) })

async function measureImport({ load, cpu }: Context, side: Side, dataDir: string): Promise<Costs> {
  rmSync(dataDir, { recursive: true, force: true })
  const args = [...load.args, `-pubkey=${load.holder}`, `-loadblock=${load.file}`]
  const start = performance.now()
  const daemon = await startDaemon({ ...commonOptions(side), args, dataDir })
  await waitForHeight(daemon, load.height)
  const seconds = (performance.now() - start) / 1000
  const pid = daemon.process.pid ?? 0
  const costs = { seconds, cpuSeconds: cpu(pid), peakBytes: readMemory(pid).peak }
  await daemon.stop()
  return costs
}

/** Syncs from a peer of the same build, as each version did on its own. */
async function measurePairedSync({ load, folder, cpu }: Context, side: Side): Promise<Costs> {
  const dataDir = join(folder, 'beside-fresh')
  rmSync(dataDir, { recursive: true, force: true })
  const args = [`-pubkey=${load.holder}`]
  const chain = load.args
  const options = commonOptions(side)
  const source = await startNetworkNode({ ...options, early: false, chain, args, dataDir: side.sourceDir })
  const start = performance.now()
  const connect = `-connect=${source.target}`
  const fresh = await startNetworkNode({ ...options, chain, args: [...args, connect], dataDir })
  await waitForHeight(fresh, load.height)
  const seconds = (performance.now() - start) / 1000
  const pid = fresh.process.pid ?? 0
  const costs = { seconds, cpuSeconds: cpu(pid), peakBytes: readMemory(pid).peak }
  await Promise.all([fresh.stop(), source.stop()])
  return costs
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

function recordRatios(record: Record, what: string, pairs: readonly (readonly [Costs, Costs])[]): void {
  const describe = (own: number, other: number, unit: string) =>
    `medians ${own.toFixed(1)} and ${other.toFixed(1)} ${unit}, ${pairs.length} alternating pairs`
  for (const [name, limit, pick] of [
    ['clock', 0.72, (costs: Costs) => costs.seconds],
    ['processor time', 0.8, (costs: Costs) => costs.cpuSeconds],
  ] as const) {
    const [own, other] = [pairs.map(([a]) => pick(a)), pairs.map(([, b]) => pick(b))]
    record({
      name: `${what}, ${name} beside commit ${COMPARED_COMMIT}`,
      value: median(own.map((value, index) => value / (other[index] ?? 1))),
      unit: '×',
      goal: { sense: '<', limit },
      note: describe(median(own), median(other), 's'),
    })
  }
  const peak = Math.max(...pairs.map(([own]) => own.peakBytes)) / MEGABYTE
  record({ name: '  peak memory of all runs', value: peak, unit: 'MB', goal: { sense: '<', limit: 280 } })
}

/** Records how import and sync of the load chain compare with another commit, by alternating runs of both builds. */
export async function measureImportBesideCommit(context: Context, record: Record): Promise<void> {
  const { folder } = context
  const sides: readonly [Side, Side] = [
    { program: undefined, sourceDir: join(folder, 'beside-own') },
    { program: buildDaemonOfCommit(), sourceDir: join(folder, 'beside-other') },
  ]
  const measurePairs = async (measure: (side: Side) => Promise<Costs>) => {
    const pairs: (readonly [Costs, Costs])[] = []
    for (let pair = 0; pair < PAIRS; pair++) {
      const [first, second] = pair % 2 === 0 ? sides : [sides[1], sides[0]]
      const costs = [await measure(first), await measure(second)] as const
      pairs.push(pair % 2 === 0 ? costs : [costs[1], costs[0]])
    }
    return pairs
  }
  // The last import of each side is the source of its syncs.
  const imports = await measurePairs((side) => measureImport(context, side, side.sourceDir))
  recordRatios(record, 'import perf1', imports)
  const syncs = await measurePairs((side) => measurePairedSync(context, side))
  recordRatios(record, 'sync perf1', syncs)
}
