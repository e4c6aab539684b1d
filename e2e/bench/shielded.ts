import { systemRandom } from '../../src-main/node/core/index.ts'
import { createShielded, proofCount, type ShieldedJob } from '../../src-main/node/shielded/index.ts'
import { emptySapling, forgeSapling } from '../../src-main/node/shielded/testing/forge.ts'
import { parseVectorJob, transactionVectors } from '../../src-main/node/shielded/testing/vectors.ts'
import { createFigures, type Record } from './figures.ts'

const ROUNDS = 5
const BATCH = 32
/** Close to the maximum number that fits into 200 kB. */
const OUTPUTS = 200
const SPENDS = 500
const BRANCH = 0x76b809bb

/** Returns the processor milliseconds of one call, best of several rounds because the machine may be busy. */
function cost(call: () => void): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.cpuUsage()
    call()
    const { user, system } = process.cpuUsage(start)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

const countProofs = ({ tx }: ShieldedJob): number =>
  tx.shieldedSpends.length + tx.shieldedOutputs.length + (tx.version === 4 ? tx.joinSplits.length : 0)
const count = (jobs: readonly ShieldedJob[]): number => jobs.reduce((sum, job) => sum + countProofs(job), 0)

/** Measures the verification cost on one core of shielded transactions from the Zcash main chain. */
export function measureShielded(record: Record): void {
  const start = process.cpuUsage()
  const shielded = createShielded({ random: systemRandom() })
  const real = transactionVectors('tx').map(parseVectorJob)
  const jobs = real.filter((job) => countProofs(job) > 0)
  const expectGood = (some: readonly ShieldedJob[]): void => {
    if (shielded.verify(some) !== undefined) throw new Error('a good transaction is refused')
  }
  expectGood(jobs.slice(0, 1))
  shielded.trees.sapling.emptyRoot(1)
  const { user, system } = process.cpuUsage(start)
  record({ name: 'shielded: load, first transaction and tree', value: (user + system) / 1000, unit: 'ms' })

  const batch: ShieldedJob[] = []
  for (let i = 0; count(batch) < BATCH; i++) batch.push(jobs[i % jobs.length]!)
  const proofs = count(batch)
  const together = cost(() => expectGood(batch)) / proofs
  const goal = { sense: '<', limit: 4 } as const
  record({ name: `shielded: a proof in batches of ${proofs}, all checks`, value: together, unit: 'ms', goal })
  const single =
    cost(() => {
      for (const job of batch) expectGood([job])
    }) / proofs
  record({ name: 'shielded: a proof, transaction by transaction', value: single, unit: 'ms' })

  const phgr13 = real.find(({ tx }) => tx.version < 4 && tx.joinSplits.length > 0)!
  shielded.falsePhgr13Proofs(phgr13.tx)
  const report = cost(() => shielded.falsePhgr13Proofs(phgr13.tx)) / phgr13.tx.joinSplits.length
  record({ name: 'shielded: a PHGR13 proof', value: report, unit: 'ms' })

  const { combine } = shielded.trees.sapling
  let node = shielded.trees.sapling.emptyRoot(0)
  const hash = cost(() => {
    for (let i = 0; i < 200; i++) node = combine(0, node, node)
  })
  record({ name: 'shielded: a hash of the Sapling tree', value: hash / 200, unit: 'ms' })
  measureForgeries(record, shielded.verify, jobs)
}

/**
 * Measures the largest transactions that a peer may send. The first has copied outputs, which the sender cannot sign.
 * The others are signed, with proofs that are valid curve points but prove nothing.
 */
function measureForgeries(
  record: Record,
  verify: ReturnType<typeof createShielded>['verify'],
  jobs: ShieldedJob[],
): void {
  const outputs = jobs.flatMap(({ tx }) => tx.shieldedOutputs)
  const borrowed = {
    ...emptySapling(),
    shieldedOutputs: Array.from({ length: OUTPUTS }, (_, i) => outputs[i % outputs.length]!),
  }
  const spend = jobs.flatMap(({ tx }) => tx.shieldedSpends)[0]!
  const proofs = { spend, output: outputs[0]!, branchId: BRANCH }
  const signed = forgeSapling(emptySapling(), { ...proofs, spends: 0, outputs: OUTPUTS })
  const spent = forgeSapling(emptySapling(), { ...proofs, spends: SPENDS, outputs: 0 })
  for (const [name, tx] of [
    ['borrowed outputs, unsigned', borrowed],
    ['own outputs with false proofs, signed', signed],
    ['own spends with false proofs, signed', spent],
  ] as const) {
    const value = cost(() => {
      if (verify([{ tx, branchId: BRANCH }], { frugal: true }) === undefined) throw new Error('a forgery is accepted')
    })
    record({ name: `shielded: ${proofCount(tx)} ${name}`, value, unit: 'ms', goal: { sense: '<', limit: 50 } })
  }
}

if (import.meta.main) {
  const { record, summarise } = createFigures()
  measureShielded(record)
  summarise()
}
