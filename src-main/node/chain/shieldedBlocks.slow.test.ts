import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { branchIdAt } from '../consensus/index.ts'
import { type Logger, systemRandom } from '../core/index.ts'
import { type Block, parseTransaction, serializeTransaction, type Transaction, txidOf } from '../primitives/index.ts'
import { EMPTY_FRONTIER, readSpend, serializeFrontier } from '../shielded/index.ts'
import { createTestNode, lazyVerifier, silentLogger, submitBlocks, type TestNode } from '../testing/index.ts'
import { vectorLines } from '../testing/vectors.ts'
import { fromHex } from '../util/index.ts'
import { InlineVerifier, PoolVerifier, SHIELDED_PARTS, type Verifier } from '../verify/index.ts'

/** A transaction of Zcash's main chain: a spend and an output, signed for the branch that chains of this family are on. */
const real = vectorLines<{ txid: string; hex: string }>('shielded/tx.jsonl').find(({ txid }) =>
  txid.startsWith('bd4fe81c'),
)!
const shielded = parseTransaction(fromHex(real.hex))
/** What it takes out of the pool, all of it as its fee. */
const FEE = 10_000n

const inline = (): Verifier => new InlineVerifier({ ccEnabled: true }, { random: systemRandom() })

let nodes: TestNode[] = []
let node: TestNode
function start(verifier: () => Verifier = inline, logger: Logger = silentLogger): TestNode {
  const started = createTestNode({ verifier, logger })
  nodes.push(started)
  started.mine(3)
  anchorOf(started)
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

/** As if block 3 had left the tree that the transaction stands on. */
function anchorOf({ storage }: TestNode): void {
  const frontier = serializeFrontier(EMPTY_FRONTIER)
  const pool = { frontier, delta: 0n, value: 0n }
  const sprout = { ...pool, root: new Uint8Array(32) }
  const sapling = { ...pool, root: readSpend(shielded.shieldedSpends[0]!).anchor }
  storage.shielded.add({ height: 3, sprout, sapling, nullifiers: { sprout: [], sapling: [] } })
}

const holding = (...txs: Transaction[]): Block => node.buildBlock({ txs })

/** The same with one bit changed: at so many bytes of its serialised form, from the end if negative. */
function tampered(at: number): Transaction {
  const bytes = serializeTransaction(shielded).slice()
  bytes.set([bytes.at(at)! ^ 1], at < 0 ? bytes.length + at : at)
  return parseTransaction(bytes)
}
/** Where its parts are: nothing transparent is before the value balance. */
const VALUE_BALANCE = 4 + 4 + 1 + 1 + 4 + 4
const SPEND = VALUE_BALANCE + 8 + 1
const OUTPUT = SPEND + 384 + 1

function dump({ storage, chain }: TestNode): unknown {
  const rows = (table: string) => storage.db.prepare(`SELECT * FROM ${table}`).safeIntegers().raw().all()
  const tables = ['txs', 'tx_keys', 'outputs', 'shielded_blocks', 'shielded_nullifiers']
  return [tables.map(rows), chain.shieldedPools(chain.tip())]
}

describe('a block with a shielded transaction', () => {
  it('is connected, with its nullifier, its root and what the pools gain and lose', () => {
    const before = node.chain.supply(node.chain.tip())!
    const block = holding(shielded)
    expect(node.submit(block)).toBeNull()
    const { sapling } = node.chain.shieldedPools(node.chain.tip())!
    expect(sapling.root).toEqual(block.header.finalSaplingRoot)
    expect(sapling).toMatchObject({ delta: -FEE, value: -FEE })
    const { nullifier } = readSpend(shielded.shieldedSpends[0]!)
    expect(node.storage.shielded.nullifierHeight('sapling', nullifier)).toBe(4)
    expect(node.storage.shielded.nullifierHeight('sprout', nullifier)).toBeUndefined()
    // The fee was not claimed: what left the pool is nowhere.
    const reward = block.txs[0]!.vout.reduce((sum, { value }) => sum + value, 0n)
    expect(node.chain.supply(node.chain.tip())!.transparent - before.transparent).toBe(reward)
    expect(node.chain.shieldedPools(node.chain.tip().prev!)!.sapling.value).toBe(0n)
    node.mine(1)
    expect(node.chain.shieldedPools(node.chain.tip())!.sapling).toMatchObject({ delta: 0n, value: -FEE })
  })

  it('may pay what comes out of the pool to its miner', () => {
    expect(node.submit(node.buildBlock({ txs: [shielded], fees: FEE }))).toBeNull()
    const { transparentDelta } = node.chain.supply(node.chain.tip())!
    expect(transparentDelta).toBe(100_000_000n + FEE)
  })

  it('is taken back without a trace, and comes again', () => {
    const before = dump(node)
    node.submit(holding(shielded))
    const entry = node.chain.tip()
    const after = dump(node)
    node.chain.invalidateBlock(entry)
    expect(dump(node)).toEqual(before)
    node.chain.reconsiderBlock(entry)
    expect(dump(node)).toEqual(after)
  })

  it('is refused if an earlier one has the nullifier, or nothing has the anchor', () => {
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
  ])('is refused, as when other nodes store it, for a wrong %s', (_, at, reason) => {
    const before = dump(node)
    const block = holding(tampered(at))
    const verdict = node.chain.testBlockValidity(block)
    expect(verdict).toMatchObject({ ok: false, kind: 'inconclusive', score: 100 })
    expect(!verdict.ok && verdict.reason).toMatch(new RegExp(reason))
    expect(node.submit(block)).toBe('inconclusive')
    expect(dump(node)).toEqual(before)
  })

  it('is refused if its header has another root', () => {
    const block = holding(shielded)
    const root = node.chain.tip().header.finalSaplingRoot
    const mutate = ({ header, txs }: Block) => ({ header: { ...header, finalSaplingRoot: root }, txs })
    expect(node.submit(node.buildBlock({ txs: [shielded], mutate }))).toBe('bad-sapling-root-in-block')
    expect(node.submit(block)).toBeNull()
  })

  it('is verified once only', () => {
    const branchId = branchIdAt(node.chain.upgrades(), 4)
    // A false one that somebody has called good.
    const bad = tampered(-5)
    node.verifier.remember(txidOf(bad), SHIELDED_PARTS, branchId)
    expect(node.submit(holding(bad))).toBeNull()
  })
})

/** Three blocks on the tip, the middle one of which holds the transaction. */
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
])('many blocks at once, verified %s', (_, verifier) => {
  it('are connected with their shielded transactions', async () => {
    const target = start(verifier)
    expect(submitBlocks(target, three(shielded)).map(({ kind }) => kind)).toEqual(Array(3).fill('connected'))
    expect(target.chain.shieldedPools(target.chain.tip())!.sapling.value).toBe(-FEE)
    await target.verifier.close()
  })

  it('are taken back because of a false one, which is found and named', async () => {
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
