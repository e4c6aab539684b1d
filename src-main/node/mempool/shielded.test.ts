import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemRandom } from '../core/index.ts'
import { parseTransaction, serializeTransaction, type Transaction } from '../primitives/index.ts'
import { EMPTY_FRONTIER, EMPTY_ROOTS, readSpend, serializeFrontier } from '../shielded/index.ts'
import { emptySapling, forgeJoinSplits } from '../shielded/testing/forge.ts'
import { parseVectorJob, transactionVectors } from '../shielded/testing/vectors.ts'
import { createTestNode, mulberry32, nightly, silentLogger } from '../testing/index.ts'
import { vectorLines } from '../testing/vectors.ts'
import { fromHex } from '../util/index.ts'
import { InlineVerifier } from '../verify/index.ts'
import { defaultMempoolPolicy, Mempool } from './mempool.ts'
import { createShieldedFuzz, MUTATION_KINDS } from './testing/mutatedShielded.ts'
import { createTestMempool, type TestMempool } from './testing/testMempool.ts'

/** Spend and output of Zcash's main chain; only the fee is transparent. */
const real = vectorLines<{ txid: string; hex: string }>('shielded/tx.jsonl').find(({ txid }) =>
  txid.startsWith('bd4fe81c'),
)!
const shielded = parseTransaction(fromHex(real.hex))
const anchor = readSpend(shielded.shieldedSpends[0]!).anchor

/** Flips one bit of the byte this far from the serialised end. The last byte belongs to the binding signature. */
function tampered(fromEnd: number): Transaction {
  const bytes = serializeTransaction(shielded).slice()
  bytes.set([bytes.at(-fromEnd)! ^ 1], bytes.length - fromEnd)
  return parseTransaction(bytes)
}

let test: TestMempool
beforeEach(() => {
  const verifier = () => new InlineVerifier({ ccEnabled: true }, { random: systemRandom() })
  test = createTestMempool({}, { verifier })
})
afterEach(() => test.close())

/** Stores a note tree with this root, as if the tip had produced it. */
function leaveRoot(root: Uint8Array): void {
  const { storage, chain } = test.node
  const pool = { root, frontier: serializeFrontier(EMPTY_FRONTIER), delta: 0n, value: 0n }
  const nullifiers = { sprout: [], sapling: [] }
  storage.shielded.add({ height: chain.tip().height, sprout: pool, sapling: pool, nullifiers })
}

describe('shielded transaction in the mempool', () => {
  it('enters the pool with its fee and leaves when a block confirms it', () => {
    leaveRoot(anchor)
    const result = test.accept(shielded, { limitFree: true })
    expect(result).toMatchObject({ ok: true, entry: { fee: 10_000n, spent: [] } })
    if (!result.ok) return
    expect(test.mempool.startingPriority(result.entry)).toBe(1e16)
    expect(test.mempool.evaluate(result.entry)).toBe(true)
    test.node.mineBlock({ txs: [shielded] })
    expect(test.mempool.size()).toBe(0)
    const again = { ok: false, code: 0x12, reason: 'bad-txns-joinsplit-requirements-not-met', score: 0 }
    expect(test.accept(shielded)).toMatchObject(again)
  })

  it('fails with score 0 if its anchor is unknown', () => {
    const unmet = { ok: false, code: 0x12, reason: 'bad-txns-joinsplit-requirements-not-met', score: 0 }
    expect(test.accept(shielded)).toMatchObject(unmet)
  })

  it('fails with score 100 if its binding signature is invalid', () => {
    leaveRoot(anchor)
    const reason = 'bad-txns-sapling-binding-signature-invalid'
    expect(test.accept(tampered(1))).toMatchObject({ ok: false, code: 0x10, reason, score: 100 })
    expect(test.mempool.size()).toBe(0)
  })

  it('fails without a reason if a pool transaction has the same nullifier', () => {
    leaveRoot(anchor)
    test.accept(shielded)
    expect(test.accept(tampered(1))).toEqual({ ok: false, kind: 'refused', reason: '' })
  })

  it('leaves the pool when a block uses its nullifier', () => {
    leaveRoot(anchor)
    test.accept(shielded)
    const { storage, chain } = test.node
    const rival = tampered(1)
    // Accept the block without checking its proofs.
    const before = test.node.verifier.shielded.verify
    Object.assign(test.node.verifier.shielded, { verify: () => undefined })
    test.node.mineBlock({ txs: [rival] })
    Object.assign(test.node.verifier.shielded, { verify: before })
    expect(test.changes.flatMap(({ removed }) => removed.map(({ reason }) => reason))).toEqual(['conflict'])
    chain.invalidateBlock(chain.tip())
    expect(storage.shielded.newest()?.height).toBe(chain.tip().height)
  })
})

describe('JoinSplits in the mempool', () => {
  const { tx } = transactionVectors('tx')
    .map(parseVectorJob)
    .find((job) => job.tx.version === 4 && job.tx.joinSplits.length > 0)!
  const forged = (count: number, fee: bigint) =>
    forgeJoinSplits(
      { ...emptySapling(), bindingSig: new Uint8Array(0) },
      { joinSplit: tx.joinSplits[0]!, count, branchId: 0x76b809bb, fee, anchor: EMPTY_ROOTS.sprout },
    )

  it('expire on a chain with only genesis, whatever the timestamp of genesis', () => {
    const node = createTestNode()
    const { params, chain, verifier, clock } = node
    const mempool = new Mempool(defaultMempoolPolicy(params), {
      params,
      chain,
      verifier,
      clock,
      logger: silentLogger,
    })
    const expired = { ok: false, reason: 'bad-txns-sprout-expired' }
    expect(mempool.accept(forged(1, 10_000n), { rejectAbsurdFee: false })).toMatchObject(expired)
    clock.set(1_548_000_000)
    const false_ = { ok: false, reason: 'bad-txns-joinsplit-verification-failed' }
    expect(mempool.accept(forged(1, 10_000n), { rejectAbsurdFee: false })).toMatchObject(false_)
    node.close()
  })

  it('count as free if they pay less than the relay fee of their size', () => {
    const old = createTestMempool({ freeRelayKilobytesPerMinute: 0 }, { time: 1_548_000_000 })
    const { chain, clock } = old.node
    // The test's blocks are too new for JoinSplits, so they are disconnected.
    chain.invalidateBlock(chain.byHeight(1)!)
    clock.set(1_548_000_000)
    const accept = (fee: bigint) => old.accept(forged(110, fee), { limitFree: true })
    // The fee of komodod's own z-wallet is enough, but the free relay limit still applies.
    expect(accept(10_000n)).toMatchObject({ ok: false, reason: 'rate limited free transaction' })
    expect(accept(20_000n)).toMatchObject({ ok: false, reason: 'bad-txns-joinsplit-verification-failed' })
    old.close()
  })
})

describe('mutated shielded transactions', () => {
  /** `node e2e/nightly/fuzz.ts` runs a million. */
  const MUTATIONS = nightly() ? 20_000 : 80

  it('end in a rejection without an exception', () => {
    const fuzz = createShieldedFuzz()
    const random = mulberry32(20)
    const draw = (below: number) => Math.floor(random() * below)
    let changed = 0
    for (let number = 0; number < MUTATIONS; number++) {
      const kind = number % 40 === 0 ? 'signed' : MUTATION_KINDS[number % (MUTATION_KINDS.length - 1)]!
      if (fuzz.run(kind, draw) !== undefined) changed++
    }
    fuzz.close()
    expect(changed).toBeGreaterThan(MUTATIONS / 2)
  })
})
