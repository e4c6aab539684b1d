import { afterEach, describe, expect, it } from 'vitest'
import type { IndexedAddress } from '../core/index.ts'
import { type Block, blockHash, serializeBlock } from '../primitives/index.ts'
import { indexedAddress, p2shScript } from '../script/index.ts'
import { testKey } from '../testing/index.ts'
import { createIndexedNode, type IndexedNode, randomPayments } from './testing/testChain.ts'

/** After the times of all blocks. */
const LATE = 1_700_500_000

const open: IndexedNode[] = []
afterEach(() => {
  for (const node of open.splice(0)) node.close()
})

function indexedNode(): IndexedNode {
  const node = createIndexedNode()
  node.clock.set(LATE)
  open.push(node)
  return node
}

/** Creates blocks with payments between a few addresses. */
function createChain(blocks: number): Block[] {
  const source = indexedNode()
  const made = source.mine(3)
  for (let n = 0; n < blocks; n++)
    made.push(source.mineBlock({ txs: randomPayments(source, [n, n * 7, n * 13, n * 29]) }))
  return made
}

const SCRIPTS = [...[0, 1, 2].flatMap((n) => [testKey(n).p2pk, testKey(n).p2pkh]), p2shScript(new Uint8Array(20))]
const RANGE = { start: 5, end: 11 }
const PAGE = { limit: 7, start: RANGE.start, end: RANGE.end }

function answersOn({ index }: IndexedNode, address: IndexedAddress): unknown {
  const history = { ...PAGE, kind: 'all', descending: true } as const
  const changes = index.deltaPage(address, history)
  return {
    balance: index.balance(address),
    summary: index.summary(address),
    unspent: index.unspent(address),
    texts: [index.texts('unspent', address), index.texts('deltas', address), index.texts('deltas', address, RANGE)],
    ids: [index.texts('transactionIds', address), index.texts('transactionIds', address, RANGE)],
    deltas: [[...index.deltas(address)], [...index.deltas(address, RANGE)]],
    pages: [
      ...[changes, index.deltaPage(address, { ...history, cursor: changes?.next })],
      index.transactionPage(address, history),
      ...(['height', 'amount', 'txid'] as const).map((sort) =>
        index.unspentPage(address, { ...PAGE, sort, descending: false }),
      ),
    ],
  }
}

const QUESTIONS: Record<string, (node: IndexedNode) => unknown> = {
  ...Object.fromEntries(
    SCRIPTS.map((script, at) => [`address ${at}`, (node: IndexedNode) => answersOn(node, indexedAddress(script)!)]),
  ),
  holders: ({ index }) => index.snapshot({ top: 5, ignored: [] }),
}

describe('queries during an open batch of blocks', () => {
  const blocks = createChain(14)
  const committed = indexedNode()
  for (const block of blocks) expect(committed.chain.processBlock(block).kind).toBe('connected')
  const expected = Object.fromEntries(Object.entries(QUESTIONS).map(([name, ask]) => [name, ask(committed)]))
  committed.close()
  open.length = 0

  const LATER = { commitAfterMs: Number.POSITIVE_INFINITY, fromFile: false }

  function connect({ importQueue }: IndexedNode, some: readonly Block[]): void {
    for (const block of some) importQueue.submit({ bytes: serializeBlock(block), done: () => {} })
    while (importQueue.size > 0) importQueue.step({ policy: () => LATER }, 1_000_000)
  }

  function underWay(): IndexedNode {
    const node = indexedNode()
    connect(node, blocks)
    expect(node.chain.tip().hash).toEqual(blockHash(blocks.at(-1)!.header))
    expect(node.storage.db.inTransaction).toBe(true)
    return node
  }

  it.each(Object.keys(QUESTIONS))('return the same as after the commit: %s', (name) => {
    const node = underWay()
    const ask = QUESTIONS[name]!
    expect(ask(node)).toEqual(expected[name])
    expect(node.storage.db.inTransaction).toBe(true)
    node.importQueue.finish()
    expect(ask(node)).toEqual(expected[name])
  })

  it('return the last committed state after a failed disk write', () => {
    const node = underWay()
    node.importQueue.finish()
    const more = createChain(20).slice(blocks.length)
    const committedTip = node.chain.tip()
    connect(node, more)
    expect(node.chain.tip().height).toBe(committedTip.height + more.length)
    node.storage.db.pragma('query_only = 1')
    expect(() => node.index.unspent(indexedAddress(SCRIPTS[0]!)!)).toThrow(/cannot be written|read/)
    node.storage.db.pragma('query_only = 0')
    expect(node.chain.tip()).toBe(committedTip)
    expect(node.storage.db.inTransaction).toBe(false)
    for (const [name, ask] of Object.entries(QUESTIONS)) expect(ask(node)).toEqual(expected[name])
  })

  it('audit the tip that other calls report', async () => {
    const node = underWay()
    expect(await node.index.audit(undefined)).toMatchObject({ ok: true, tip: { height: blocks.length } })
  })

  it('count the coins of the tip that other calls report', async () => {
    const node = underWay()
    const counted = await node.chain.coinStatistics()
    expect([counted.height, counted.bestBlock]).toEqual([blocks.length, blockHash(blocks.at(-1)!.header)])
    expect(counted.outputs).toBeGreaterThan(0)
  })

  it('return the same regardless of how many rows are already written', () => {
    const node = underWay()
    while (!node.importQueue.prepareCommit(-1)) expect(QUESTIONS['holders']!(node)).toEqual(expected['holders'])
    for (const [name, ask] of Object.entries(QUESTIONS)) expect(ask(node)).toEqual(expected[name])
  })
})
