import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../core/index.ts'
import type { Transaction } from '../primitives/index.ts'
import { nightly } from '../testing/nightly.ts'
import { DecodeError } from '../util/index.ts'
import { parseFrontier, serializeFrontier } from './commitmentTree.ts'
import { checkNullifiers, extractEffects } from './effects.ts'
import { createShielded } from './shielded.ts'
import { parseVectorJob, transactionVectors } from './testing/vectors.ts'
import type { ShieldedJob } from './verifier.ts'

const shielded = createShielded({ random: systemRandom() })
const jobs = transactionVectors('tx').map(parseVectorJob)
const RUNS = nightly() ? 50_000 : 60

/** Byte fields of a transaction that signatures cover. */
type Part = 'shieldedSpends' | 'shieldedOutputs' | 'joinSplits' | 'joinSplitAuth' | 'bindingSig'
const PARTS: readonly Part[] = ['shieldedSpends', 'shieldedOutputs', 'joinSplits', 'joinSplitAuth', 'bindingSig']

const partBytes = (tx: Transaction): { part: Part; index: number; bytes: Uint8Array }[] =>
  PARTS.flatMap((part) => {
    const value = tx[part]
    const items = value instanceof Uint8Array ? [value] : value
    return items.map((bytes, index) => ({ part, index, bytes })).filter(({ bytes }) => bytes.length > 0)
  })

function replaced(tx: Transaction, part: Part, index: number, bytes: Uint8Array): Transaction {
  const value = tx[part]
  return { ...tx, [part]: value instanceof Uint8Array ? bytes : value.with(index, bytes) }
}

const job = fc.constantFrom(...jobs)
/** Transactions with one flipped bit anywhere in a part of a real transaction. */
const flipped = job.chain((real) =>
  fc.constantFrom(...partBytes(real.tx)).chain(({ part, index, bytes }) =>
    fc.nat(bytes.length * 8 - 1).map((bit): ShieldedJob => {
      const changed = bytes.slice()
      changed[bit >> 3]! ^= 1 << (bit & 7)
      return { ...real, tx: replaced(real.tx, part, index, changed) }
    }),
  ),
)
/** Transactions with a run of bytes of one part replaced by special or random bytes. */
const overwritten = job.chain((real) =>
  fc.constantFrom(...partBytes(real.tx)).chain(({ part, index, bytes }) =>
    fc
      .tuple(
        fc.nat(Math.floor(bytes.length / 32) - 1),
        fc.oneof(
          fc.constantFrom(0, 1, 0x7f, 0x80, 0xff, 0xc0).map((byte) => new Uint8Array(32).fill(byte)),
          fc.uint8Array({ minLength: 32, maxLength: 96 }),
        ),
      )
      .map(([field, run]): ShieldedJob => {
        const changed = bytes.slice()
        changed.set(run.subarray(0, bytes.length - field * 32), field * 32)
        return { ...real, tx: replaced(real.tx, part, index, changed) }
      }),
  ),
)
/** Returns the bytes, or zeros of the length that they have in a transaction with such parts. */
const filled = (bytes: Uint8Array, length: number): Uint8Array => (bytes.length > 0 ? bytes : new Uint8Array(length))

/** Transactions with parts of another transaction of the same version, and any amount. */
const exchanged = fc
  .tuple(job, fc.nat(jobs.length), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))
  .map(([real, choice, amount]): ShieldedJob => {
    const alike = jobs.filter(({ tx }) => tx.version === real.tx.version)
    const { shieldedSpends, shieldedOutputs, joinSplits } = alike[choice % alike.length]!.tx
    const valueBalance = real.tx.version === 4 ? amount : 0n
    const joinSplitAuth = filled(real.tx.joinSplitAuth, joinSplits.length > 0 ? 96 : 0)
    const bindingSig = filled(real.tx.bindingSig, shieldedSpends.length + shieldedOutputs.length > 0 ? 64 : 0)
    const changed = { shieldedSpends, shieldedOutputs, joinSplits, valueBalance, joinSplitAuth, bindingSig }
    return { ...real, tx: { ...real.tx, ...changed } }
  })

/** Returns true if the transaction equals a real one after all, or has no shielded parts left. */
function isSame({ tx }: ShieldedJob): boolean {
  const parts = (some: Transaction) => partBytes(some).map(({ bytes }) => Buffer.from(bytes).toString('latin1'))
  const own = parts(tx).join()
  const shieldedParts = tx.shieldedSpends.length + tx.shieldedOutputs.length + tx.joinSplits.length
  return (
    shieldedParts === 0 ||
    jobs.some(({ tx: real }) => real.valueBalance === tx.valueBalance && parts(real).join() === own)
  )
}

describe('changed transactions', () => {
  it.each([
    ['one bit', flipped],
    ['some bytes', overwritten],
    ['parts of another', exchanged],
  ] as const)('get rejected without an exception: %s', (_, changed) => {
    fc.assert(
      fc.property(changed, fc.boolean(), (some, frugal) => {
        fc.pre(!isSame(some))
        expect(shielded.verify([some], { frugal })).toBeDefined()
        expect(shielded.falsePhgr13Proofs(some.tx)).toBeInstanceOf(Array)
        expect(checkNullifiers(extractEffects(some.tx))).toBeDefined()
      }),
      { numRuns: RUNS },
    )
  })
})

describe('frontiers', () => {
  const node = fc.uint8Array({ minLength: 33, maxLength: 33 }).map((bytes) => {
    bytes[0] = 1
    return bytes
  })
  const bytes = fc
    .array(fc.oneof(node, fc.constantFrom(new Uint8Array(1), Uint8Array.of(2), Uint8Array.of(0xfd))), { maxLength: 6 })
    .map((parts) => new Uint8Array(Buffer.concat(parts)))

  it('serialise to the parsed bytes, or throw DecodeError', () => {
    fc.assert(
      fc.property(fc.oneof(bytes, fc.uint8Array({ maxLength: 120 })), (text) => {
        try {
          expect(serializeFrontier(parseFrontier(shielded.trees.sapling, text))).toEqual(text)
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError)
        }
      }),
      { numRuns: 10 * RUNS },
    )
  })
})
