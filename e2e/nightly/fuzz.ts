/**
 * Fuzzes a million mutated shielded transactions and stakes: `node e2e/nightly/fuzz.ts`. Every one must be rejected
 * with a verdict, without a crash and in a short time. Each mutation depends only on the seed and its number. So a run
 * can be split and resumed (`--from=250000 --runs=250000`), and a failure, which is printed with both, repeated
 * (`--from=<number> --runs=1`).
 */
import { parseArgs } from 'node:util'
import { checkStake } from '../../src-main/node/consensus/index.ts'
import { mutatedStake, STAKED_CHAINS, stakeSubjects } from '../../src-main/node/consensus/testing/mutatedStakes.ts'
import {
  createShieldedFuzz,
  MUTATION_KINDS,
  type MutationKind,
} from '../../src-main/node/mempool/testing/mutatedShielded.ts'
import { mulberry32 } from '../../src-main/node/testing/index.ts'

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '0' },
    runs: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
  },
})
const [from, runs, seed] = [Number(values.from), Number(values.runs), Number(values.seed)]
/** Number of mutations between two progress lines. */
const REPORT_EACH = 20_000
/** Signing takes longer than validating, so only every SIGNED_EACH-th transaction is signed. */
const SIGNED_EACH = 100

type Draw = (below: number) => number
type Kind = MutationKind | `stake ${(typeof STAKED_CHAINS)[number]}`

interface Tally {
  runs: number
  millis: number
  /** processor time of the longest validation */
  longest: number
  readonly verdicts: Map<string, number>
}
const tallies = new Map<Kind, Tally>()

const shielded = createShieldedFuzz()
const stakes = STAKED_CHAINS.map((name) => ({ name, ...stakeSubjects(name) }))

/** Runs one mutation: half are stakes, half shielded transactions. */
function runOne(number: number): readonly [Kind, string] {
  const random = mulberry32(Math.imul(number + 1, 0x9e3779b1) ^ Math.imul(seed, 0x85ebca6b))
  const draw: Draw = (below) => Math.floor(random() * below)
  const half = number >> 1
  if (number % 2 === 0) {
    const { name, params, subjects } = stakes[half % stakes.length]!
    const verdict = checkStake(params, mutatedStake(subjects[draw(subjects.length)]!, draw))
    // Some changes do not affect the validity of the stake.
    return [`stake ${name}`, verdict.ok ? 'still good' : verdict.reason]
  }
  const kind = half % SIGNED_EACH === 0 ? 'signed' : MUTATION_KINDS[half % (MUTATION_KINDS.length - 1)]!
  return [kind, shielded.run(kind, draw) ?? 'not changed']
}

function count([kind, verdict]: readonly [Kind, string], millis: number): void {
  const tally = tallies.get(kind) ?? { runs: 0, millis: 0, longest: 0, verdicts: new Map() }
  tally.runs++
  tally.millis += millis
  tally.longest = Math.max(tally.longest, millis)
  tally.verdicts.set(verdict, (tally.verdicts.get(verdict) ?? 0) + 1)
  tallies.set(kind, tally)
}

const threadMillis = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

console.log(`seed ${seed}, mutations ${from} to ${from + runs - 1}`)
let number = from
try {
  for (; number < from + runs; number++) {
    const before = threadMillis()
    const result = runOne(number)
    count(result, threadMillis() - before)
    if ((number - from + 1) % REPORT_EACH === 0) console.log(`${number + 1 - from} done, next --from=${number + 1}`)
  }
} catch (error) {
  console.error(`failed: --seed=${seed} --from=${number} --runs=1`)
  throw error
} finally {
  shielded.close()
}
for (const [kind, { runs: times, millis, longest, verdicts }] of [...tallies].sort()) {
  console.log(`${kind}: ${times}, ${(millis / times).toFixed(3)} ms each, longest ${longest.toFixed(0)} ms`)
  for (const [verdict, found] of [...verdicts].sort((a, b) => b[1] - a[1])) console.log(`    ${found} ${verdict}`)
}
console.log(`${runs} mutations, none accepted, no exception`)
