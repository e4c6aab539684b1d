import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseTransaction, serializeTransaction, type Transaction } from '../primitives/index.ts'
import { EMPTY_FRONTIER, readSpend, serializeFrontier } from '../shielded/index.ts'
import { nightly } from '../testing/index.ts'
import { vectorLines } from '../testing/vectors.ts'
import { DecodeError, equal, fromHex, systemRandom } from '../util/index.ts'
import { createInlineVerifier } from '../verify/index.ts'
import { createTestMempool, type TestMempool } from './testing/testMempool.ts'

/** A spend and an output of Zcash's main chain; nothing of it is transparent but its fee. */
const real = vectorLines<{ txid: string; hex: string }>('shielded/tx.jsonl').find(({ txid }) =>
  txid.startsWith('bd4fe81c'),
)!
const shielded = parseTransaction(fromHex(real.hex))
const anchor = readSpend(shielded.shieldedSpends[0]!).anchor

/** With one bit of the last byte of its serialised form changed, or of another from the end: the binding signature. */
function tampered(fromEnd: number): Transaction {
  const bytes = serializeTransaction(shielded).slice()
  bytes.set([bytes.at(-fromEnd)! ^ 1], bytes.length - fromEnd)
  return parseTransaction(bytes)
}

let test: TestMempool
beforeEach(() => {
  const verifier = () => createInlineVerifier({ ccEnabled: true }, { random: systemRandom() })
  test = createTestMempool({}, { verifier })
})
afterEach(() => test.close())

/** As if the tip had left a tree with this root. */
function leaveRoot(root: Uint8Array): void {
  const { storage, chain } = test.node
  const pool = { root, frontier: serializeFrontier(EMPTY_FRONTIER), delta: 0n, value: 0n }
  const nullifiers = { sprout: [], sapling: [] }
  storage.shielded.add({ height: chain.tip().height, sprout: pool, sapling: pool, nullifiers })
}

describe('a shielded transaction in the mempool', () => {
  it('waits with its fee, and is gone with the block that has it', () => {
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

  it('is refused without its anchor, and nobody is to blame', () => {
    const unmet = { ok: false, code: 0x12, reason: 'bad-txns-joinsplit-requirements-not-met', score: 0 }
    expect(test.accept(shielded)).toMatchObject(unmet)
  })

  it('is refused for a wrong signature, which costs its sender everything', () => {
    leaveRoot(anchor)
    const reason = 'bad-txns-sapling-binding-signature-invalid'
    expect(test.accept(tampered(1))).toMatchObject({ ok: false, code: 0x10, reason, score: 100 })
    expect(test.mempool.size()).toBe(0)
  })

  it('shares no nullifier with another, and no reason is given', () => {
    leaveRoot(anchor)
    test.accept(shielded)
    expect(test.accept(tampered(1))).toEqual({ ok: false, kind: 'refused', reason: '' })
  })

  it('leaves when a block has its nullifier, or takes its anchor away', () => {
    leaveRoot(anchor)
    test.accept(shielded)
    const { storage, chain } = test.node
    const rival = tampered(1)
    // A block of somebody who believes it.
    const before = test.node.verifier.shielded.verify
    Object.assign(test.node.verifier.shielded, { verify: () => undefined })
    test.node.mineBlock({ txs: [rival] })
    Object.assign(test.node.verifier.shielded, { verify: before })
    expect(test.changes.flatMap(({ removed }) => removed.map(({ reason }) => reason))).toEqual(['conflict'])
    chain.invalidateBlock(chain.tip())
    expect(storage.shielded.newest()?.height).toBe(chain.tip().height)
  })
})

describe('mutations of a shielded transaction', () => {
  it('are refused, all of them, and none is an error', () => {
    leaveRoot(anchor)
    const raw = serializeTransaction(shielded)
    const change = fc.record({ at: fc.nat(raw.length - 1), value: fc.nat(255), cut: fc.nat(9) })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const bytes = raw.slice()
        for (const { at, value } of changes) bytes[at] = value
        fc.pre(!equal(bytes, raw))
        const tx = readable(changes[0]!.cut === 0 ? bytes.subarray(0, changes[0]!.at) : bytes)
        if (tx !== undefined) expect(test.accept(tx).ok).toBe(false)
      }),
      { numRuns: nightly() ? 20_000 : 150 },
    )
    expect(test.accept(shielded).ok).toBe(true)
  })
})

function readable(bytes: Uint8Array): Transaction | undefined {
  try {
    return parseTransaction(bytes)
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}
