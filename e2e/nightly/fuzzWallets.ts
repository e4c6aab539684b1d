/**
 * Reads mutated wallet files of komodod: `npm run fuzz:wallets -- --mutations=1000000`. No file may crash the reader,
 * take more than two seconds or 256 MB, or lose a key without a warning. The script limits the heap, so that garbage of
 * earlier files does not count. Each mutation depends only on the seed and its number,
 * so a run can be split and resumed (`--from=250000 --mutations=250000`), and a failure, which is printed with both,
 * repeated (`--from=<number> --mutations=1`).
 */
import { parseArgs } from 'node:util'
import { mulberry32 } from '../../src-main/node/testing/index.ts'
import { createWalletFuzz } from '../../src-main/node/wallet/moveIn/walletDat/testing/mutatedWallets.ts'

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '0' },
    mutations: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
  },
})
const [from, mutations, seed] = [Number(values.from), Number(values.mutations), Number(values.seed)]
/** Number of mutations between two progress lines. */
const REPORT_EACH = 1_000
const MAX_MS = 2_000
/** Maximum memory of the whole process. */
const MAX_MEGABYTES = 256

const threadMillis = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const fuzz = createWalletFuzz()
const outcomes = new Map<string, number>()
let slowest = { millis: 0, text: 'none' }
console.log(`seed ${seed}, mutations ${from} to ${from + mutations - 1}`)
let number = from
try {
  for (; number < from + mutations; number++) {
    const random = mulberry32(Math.imul(number + 1, 0x9e3779b1) ^ Math.imul(seed, 0x85ebca6b))
    const before = threadMillis()
    const { file, mutation, outcome } = fuzz.run((below) => Math.floor(random() * below))
    const millis = threadMillis() - before
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (millis > slowest.millis) slowest = { millis, text: `${file}, ${mutation}, --from=${number}` }
    if (millis > MAX_MS) throw new Error(`${file}, ${mutation}: ${millis.toFixed(0)} ms`)
    if ((number - from + 1) % REPORT_EACH === 0) console.log(`${number + 1 - from} done, next --from=${number + 1}`)
  }
} catch (error) {
  console.error(`failed: --seed=${seed} --from=${number} --mutations=1`)
  throw error
}
for (const [outcome, times] of [...outcomes].sort((a, b) => b[1] - a[1])) console.log(`    ${times} ${outcome}`)
console.log(`slowest ${slowest.millis.toFixed(0)} ms of processor time (${slowest.text})`)
const megabytes = process.resourceUsage().maxRSS / 1024
console.log(`peak memory ${megabytes.toFixed(0)} MB`)
if (megabytes > MAX_MEGABYTES) throw new Error(`more than ${MAX_MEGABYTES} MB`)
