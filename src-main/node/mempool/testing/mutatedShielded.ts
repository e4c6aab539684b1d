import { systemRandom } from '../../core/index.ts'
import { parseTransaction, serializeTransaction, type Transaction } from '../../primitives/index.ts'
import { EMPTY_FRONTIER, readSpend, serializeFrontier } from '../../shielded/index.ts'
import { emptySapling, forgeJoinSplits, forgeSapling } from '../../shielded/testing/forge.ts'
import { parseVectorJob, transactionVectors } from '../../shielded/testing/vectors.ts'
import { DecodeError, equal } from '../../util/index.ts'
import { InlineVerifier } from '../../verify/index.ts'
import { createTestMempool } from './testMempool.ts'

/** Returns a random integer in [0, below). */
type Draw = (below: number) => number

/**
 * - `bytes`: changes some bytes of a serialised transaction, or cuts off its end; goes through parsing and the mempool
 * - `field`: replaces a run of bytes in one part of a transaction; likewise
 * - `exchanged`: swaps in parts of another transaction, and changes amounts
 * - `signed`: forges a transaction with valid signatures and changed bytes of points and proofs, to get as far as
 *   possible
 */
export const MUTATION_KINDS = ['bytes', 'field', 'exchanged', 'signed'] as const
export type MutationKind = (typeof MUTATION_KINDS)[number]

export interface ShieldedFuzz {
  /**
   * Builds one mutant and validates it. @returns the verdict; undefined if nothing was changed
   * @throws Error if the mutant is accepted
   */
  run(kind: MutationKind, draw: Draw): string | undefined
  close(): void
}

const PARTS = ['shieldedSpends', 'shieldedOutputs', 'joinSplits'] as const
const SPECIAL = [0, 1, 0x7f, 0x80, 0xc0, 0xff]
const AMOUNTS = [0n, 1n, -1n, 10_000n, 1n << 50n, (1n << 63n) - 1n, -(1n << 63n)]

const real = transactionVectors('tx').map(parseVectorJob)
const raws = real.map(({ tx }) => serializeTransaction(tx))

/** Creates a mempool on a chain that has every note tree which the real transactions use as anchor. */
export function createShieldedFuzz(): ShieldedFuzz {
  const verifier = () => new InlineVerifier({ ccEnabled: true }, { random: systemRandom() })
  const test = createTestMempool({}, { verifier })
  const { storage, verifier: judge } = test.node
  const anchors = real.flatMap(({ tx }) => tx.shieldedSpends.map((raw) => readSpend(raw).anchor))
  const frontier = serializeFrontier(EMPTY_FRONTIER)
  for (const [index, root] of anchors.slice(0, 10).entries()) {
    const pool = { root, frontier, delta: 0n, value: 0n }
    storage.shielded.add({ height: index + 1, sprout: pool, sapling: pool, nullifiers: { sprout: [], sapling: [] } })
  }

  /** Returns the mempool's verdict. Also runs the proof and signature checks, which most mutants would not reach. */
  function validateMutant(tx: Transaction, branchId: number): string {
    const fault = judge.shielded.verify([{ tx, branchId }], { frugal: true })
    const result = test.mempool.accept(tx, { rejectAbsurdFee: false })
    if (result.ok) throw new Error('a mutated transaction is in the mempool')
    return fault?.refusal.reason ?? ('reason' in result ? result.reason : result.kind)
  }

  function parsed(bytes: Uint8Array): Transaction | undefined {
    try {
      return parseTransaction(bytes)
    } catch (error) {
      if (error instanceof DecodeError) return undefined
      throw error
    }
  }

  const made: Record<MutationKind, (draw: Draw) => string | undefined> = {
    bytes(draw) {
      const which = draw(raws.length)
      const bytes = changedBytes(raws[which]!, draw)
      if (equal(bytes, raws[which]!)) return undefined
      const tx = parsed(bytes)
      return tx === undefined ? 'unreadable' : validateMutant(tx, real[which]!.branchId)
    },
    field(draw) {
      const { tx, branchId } = real[draw(real.length)]!
      const changed = changedField(tx, draw)
      return changed && validateMutant(changed, branchId)
    },
    exchanged(draw) {
      const { tx, branchId } = real[draw(real.length)]!
      const changed = exchangedParts(tx, draw)
      return changed && validateMutant(changed, branchId)
    },
    signed(draw) {
      const branchId = 0x76b809bb
      const changed = forged(draw, branchId)
      return validateMutant(changed, branchId)
    },
  }
  return { run: (kind, draw) => made[kind](draw), close: test.close }
}

function changedBytes(raw: Uint8Array, draw: Draw): Uint8Array {
  const bytes = raw.slice()
  for (let changes = 1 + draw(3); changes > 0; changes--) {
    const at = draw(bytes.length)
    bytes[at] = draw(2) === 0 ? draw(256) : bytes[at]! ^ (1 << draw(8))
  }
  return draw(10) === 0 ? bytes.subarray(0, draw(bytes.length)) : bytes
}

const randomBytes = (length: number, draw: Draw) => Uint8Array.from({ length }, () => draw(256))

/** Overwrites a run of bytes at a possible field start with special or random bytes. */
function overwritten(raw: Uint8Array, draw: Draw): Uint8Array {
  const bytes = raw.slice()
  const at = 32 * draw(raw.length >> 5)
  const run = Math.min(32 * (1 + draw(3)), raw.length - at)
  bytes.set(draw(2) === 0 ? new Uint8Array(run).fill(SPECIAL[draw(SPECIAL.length)]!) : randomBytes(run, draw), at)
  return bytes
}

function changedField(tx: Transaction, draw: Draw): Transaction | undefined {
  const there = PARTS.filter((name) => tx[name].length > 0)
  const part = there[draw(there.length)]!
  const index = draw(tx[part].length)
  const bytes = overwritten(tx[part][index]!, draw)
  return equal(bytes, tx[part][index]!) ? undefined : { ...tx, [part]: tx[part].with(index, bytes) }
}

/** Gives an empty field the length that it has in a transaction with such parts. */
const filled = (bytes: Uint8Array, length: number): Uint8Array => (bytes.length > 0 ? bytes : new Uint8Array(length))

function exchangedParts(tx: Transaction, draw: Draw): Transaction | undefined {
  const alike = real.filter((other) => other.tx !== tx && other.tx.version === tx.version)
  if (alike.length === 0) return undefined
  const { shieldedSpends, shieldedOutputs, joinSplits } = alike[draw(alike.length)]!.tx
  const sapling = shieldedSpends.length + shieldedOutputs.length > 0
  const valueBalance = sapling ? AMOUNTS[draw(AMOUNTS.length)]! : 0n
  const joinSplitAuth = joinSplits.length > 0 ? filled(tx.joinSplitAuth, 96) : new Uint8Array(0)
  const bindingSig = sapling ? filled(tx.bindingSig, 64) : new Uint8Array(0)
  return { ...tx, shieldedSpends, shieldedOutputs, joinSplits, valueBalance, joinSplitAuth, bindingSig }
}

const spend = real.find(({ tx }) => tx.shieldedSpends.length > 0)!.tx.shieldedSpends[0]!
const output = real.find(({ tx }) => tx.shieldedOutputs.length > 0)!.tx.shieldedOutputs[0]!
const joinSplit = real.find(({ tx }) => tx.version === 4 && tx.joinSplits.length > 0)!.tx.joinSplits[0]!

/** Forges a transaction and changes the bytes after its commitments before signing it. */
function forged(draw: Draw, branchId: number): Transaction {
  const seed = draw(1_000)
  if (draw(3) === 0) {
    const base = { ...emptySapling(), bindingSig: new Uint8Array(0) }
    const given = { joinSplit: overwritten(joinSplit, draw), count: 1, branchId, fee: 10_000n }
    return forgeJoinSplits(base, { ...given, anchor: randomBytes(32, draw), seed })
  }
  const [spends, outputs] = [1 + draw(2), draw(3)]
  const base = { ...emptySapling(), vout: [{ value: 0n, scriptPubKey: new Uint8Array(1).fill(0x51) }] }
  const proofs = { spend: overwritten(spend, draw), output: overwritten(output, draw) }
  return forgeSapling(base, { ...proofs, spends, outputs, branchId, fee: 10_000n, seed })
}
