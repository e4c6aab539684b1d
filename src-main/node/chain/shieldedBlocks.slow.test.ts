import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { branchIdAt } from '../consensus/index.ts'
import { type Logger, systemRandom } from '../core/index.ts'
import {
  type Block,
  computeTxid,
  parseTransaction,
  serializeTransaction,
  type Transaction,
} from '../primitives/index.ts'
import { EMPTY_FRONTIER, readSpend, serializeFrontier } from '../shielded/index.ts'
import { createTestNode, lazyVerifier, silentLogger, submitBlocks, type TestNode } from '../testing/index.ts'
import { vectorLines } from '../testing/vectors.ts'
import { fromHex } from '../util/index.ts'
import { InlineVerifier, PoolVerifier, SHIELDED_PARTS, type Verifier } from '../verify/index.ts'

/** A transaction of Zcash's main chain with a spend and an output. Smart Chains use the same branch id. */
const real = vectorLines<{ txid: string; hex: string }>('shielded/tx.jsonl').find(({ txid }) =>
  txid.startsWith('bd4fe81c'),
)!
const shielded = parseTransaction(fromHex(real.hex))
/** Amount taken out of the pool. The transaction spends it all as fee. */
const FEE = 10_000n

const inline = (): Verifier => new InlineVerifier({ ccEnabled: true }, { random: systemRandom() })

let nodes: TestNode[] = []
let node: TestNode
function start(verifier: () => Verifier = inline, logger: Logger = silentLogger): TestNode {
  const started = createTestNode({ verifier, logger })
  nodes.push(started)
  started.mine(3)
  storeAnchor(started)
  started.clock.advance(100_000)
  return started
}
beforeEach(() => {
  node = start()
})
afterEach(() => {
  for (const one of nodes) one.close()
  nodes = []
})

/** Stores a Sapling root for block 3 that is the anchor of the transaction. */
function storeAnchor({ storage }: TestNode): void {
  const frontier = serializeFrontier(EMPTY_FRONTIER)
  const pool = { frontier, delta: 0n, value: 0n }
  const sprout = { ...pool, root: new Uint8Array(32) }
  const sapling = { ...pool, root: readSpend(shielded.shieldedSpends[0]!).anchor }
  storage.shielded.add({ height: 3, sprout, sapling, nullifiers: { sprout: [], sapling: [] } })
}

const holding = (...txs: Transaction[]): Block => node.buildBlock({ txs })

/**
 * Returns the transaction with one bit changed in the byte at this offset of its serialised form (from the end if
 * negative).
 */
function tampered(at: number): Transaction {
  const bytes = serializeTransaction(shielded).slice()
  bytes.set([bytes.at(at)! ^ 1], at < 0 ? bytes.length + at : at)
  return parseTransaction(bytes)
}
/** Byte offsets of the transaction's parts. It has no transparent inputs or outputs before the value balance. */
const VALUE_BALANCE = 4 + 4 + 1 + 1 + 4 + 4
const SPEND = VALUE_BALANCE + 8 + 1
const OUTPUT = SPEND + 384 + 1

function dump({ storage, chain }: TestNode): unknown {
  const rows = (table: string) => storage.db.prepare(`SELECT * FROM ${table}`).safeIntegers().raw().all()
  const tables = ['txs', 'tx_keys', 'outputs', 'shielded_blocks', 'shielded_nullifiers']
  return [tables.map(rows), chain.shieldedPools(chain.tip())]
}

describe('a block with a shielded transaction', () => {
  it('connects and records its nullifier, root and pool changes', () => {
    const before = node.chain.supply(node.chain.tip())!
    const block = holding(shielded)
    expect(node.submit(block)).toBeNull()
    const { sapling } = node.chain.shieldedPools(node.chain.tip())!
    expect(sapling.root).toEqual(block.header.finalSaplingRoot)
    expect(sapling).toMatchObject({ delta: -FEE, value: -FEE })
    const { nullifier } = readSpend(shielded.shieldedSpends[0]!)
    expect(node.storage.shielded.nullifierHeight('sapling', nullifier)).toBe(4)
    expect(node.storage.shielded.nullifierHeight('sprout', nullifier)).toBeUndefined()
    // The miner did not claim the fee, so the amount taken out of the pool is lost.
    const reward = block.txs[0]!.vout.reduce((sum, { value }) => sum + value, 0n)
    expect(node.chain.supply(node.chain.tip())!.transparent - before.transparent).toBe(reward)
    expect(node.chain.shieldedPools(node.chain.tip().prev!)!.sapling.value).toBe(0n)
    node.mine(1)
    expect(node.chain.shieldedPools(node.chain.tip())!.sapling).toMatchObject({ delta: 0n, value: -FEE })
  })

  it('lets the miner claim the fee from the pool', () => {
    expect(node.submit(node.buildBlock({ txs: [shielded], fees: FEE }))).toBeNull()
    const { transparentDelta } = node.chain.supply(node.chain.tip())!
    expect(transparentDelta).toBe(100_000_000n + FEE)
  })

  it('restores all tables when disconnected and when connected again', () => {
    const before = dump(node)
    node.submit(holding(shielded))
    const entry = node.chain.tip()
    const after = dump(node)
    node.chain.invalidateBlock(entry)
    expect(dump(node)).toEqual(before)
    node.chain.reconsiderBlock(entry)
    expect(dump(node)).toEqual(after)
  })

  it('rejects a known nullifier and an unknown anchor', () => {
    node.submit(holding(shielded))
    const reason = 'bad-txns-joinsplit-requirements-not-met'
    expect(node.chain.testBlockValidity(holding(shielded))).toMatchObject({ reason })
    const other = createTestNode({ verifier: inline })
    nodes.push(other)
    other.mine(3)
    other.clock.advance(1_000)
    expect(other.submit(other.buildBlock({ txs: [shielded] }))).toBe(reason)
  })

  it.each([
    ['value balance', VALUE_BALANCE, 'bad-txns-sapling-binding-signature-invalid|bad-txns-sapling-spend'],
    ['value commitment', SPEND, 'bad-txns-sapling-spend-description-invalid'],
    ['nullifier', SPEND + 64, 'bad-txns-sapling-spend-description-invalid'],
    ['key', SPEND + 96, 'bad-txns-sapling-spend-description-invalid'],
    ['proof of the spend', SPEND + 200, 'bad-txns-sapling-spend-description-invalid'],
    ['signature of the spend', SPEND + 350, 'bad-txns-sapling-spend-description-invalid'],
    ['ciphertext', OUTPUT + 200, 'bad-txns-sapling-spend-description-invalid'],
    ['binding signature', -5, 'bad-txns-sapling-binding-signature-invalid'],
  ])('rejects a wrong %s with the kind "inconclusive"', (_, at, reason) => {
    const before = dump(node)
    const block = holding(tampered(at))
    const verdict = node.chain.testBlockValidity(block)
    expect(verdict).toMatchObject({ ok: false, kind: 'inconclusive', score: 100 })
    expect(!verdict.ok && verdict.reason).toMatch(new RegExp(reason))
    expect(node.submit(block)).toBe('inconclusive')
    expect(dump(node)).toEqual(before)
  })

  it('rejects a header with another Sapling root', () => {
    const block = holding(shielded)
    const root = node.chain.tip().header.finalSaplingRoot
    const mutate = ({ header, txs }: Block) => ({ header: { ...header, finalSaplingRoot: root }, txs })
    expect(node.submit(node.buildBlock({ txs: [shielded], mutate }))).toBe('bad-sapling-root-in-block')
    expect(node.submit(block)).toBeNull()
  })

  it('skips verification of a transaction recorded as valid', () => {
    const branchId = branchIdAt(node.chain.upgrades(), 4)
    // An invalid transaction recorded as valid.
    const bad = tampered(-5)
    node.verifier.remember(computeTxid(bad), SHIELDED_PARTS, branchId)
    expect(node.submit(holding(bad))).toBeNull()
  })
})

/** Returns three blocks on the tip; the middle one contains the transaction. */
function three(tx: Transaction): Block[] {
  const maker = start(() =>
    Object.assign(inline(), { group: () => Object.assign(inline().group(), { addShielded: () => {} }) }),
  )
  return [undefined, tx, undefined].map((one) => maker.mineBlock({ txs: one ? [one] : [] }))
}

describe.each([
  ['on the node’s thread', inline],
  ['later', lazyVerifier],
  [
    'on other threads',
    () => new PoolVerifier({ ccEnabled: true, threads: 1 }, { logger: silentLogger, random: systemRandom() }),
  ],
])('import of several shielded blocks, verified %s', (_, verifier) => {
  it('connects the blocks and updates the pools', async () => {
    const target = start(verifier)
    expect(submitBlocks(target, three(shielded)).map(({ kind }) => kind)).toEqual(Array(3).fill('connected'))
    expect(target.chain.shieldedPools(target.chain.tip())!.sapling.value).toBe(-FEE)
    await target.verifier.close()
  })

  it('rolls back the batch and reports the invalid block with its reason', async () => {
    const target = start(verifier)
    const outcomes = submitBlocks(target, three(tampered(SPEND + 200)))
    expect(outcomes.map(({ kind }) => kind)).toEqual(['connected', 'invalid', 'refused'])
    const reason = 'bad-txns-sapling-spend-description-invalid'
    expect(outcomes[1]).toMatchObject({ verdict: { reason, kind: 'inconclusive' } })
    expect(target.chain.tip().height).toBe(4)
    expect(target.storage.shielded.newest()?.height).toBe(3)
    await target.verifier.close()
  })
})
