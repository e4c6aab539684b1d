import { afterEach, describe, expect, it } from 'vitest'
import type { Block } from '../../primitives/index.ts'
import { computeTxid } from '../../primitives/index.ts'
import { createTestNode, silentLogger, type TestNode, testKey, withMethods } from '../../testing/index.ts'
import { toHex } from '../../util/index.ts'
import type { Peer } from '../peer/index.ts'
import { BloomFilter, INV, type Message } from '../wire/index.ts'
import { Announcer } from './announcer.ts'
import { ITEMS_PER_TURN, MATCHED_BYTES, MAX_QUEUED_BLOCKS } from './limits.ts'
import { RelayMap } from './relayMap.ts'
import { RelayServer } from './relayServer.ts'

let node: TestNode | undefined
afterEach(() => {
  node?.close()
  node = undefined
})

/** Creates a server for a block or mempool with many transactions; only their sizes matter here. */
function start(count: number, outputs = 1) {
  node = createTestNode()
  node.mine(2)
  const { chain } = node
  const tip = chain.tip()
  const txs = Array.from({ length: count }, (_, index) =>
    node!.pay(
      testKey(0),
      Array.from({ length: outputs }, () => ({ value: 1_000n + BigInt(index), scriptPubKey: testKey(1).p2pkh })),
    ),
  )
  const block: Block = { header: tip.header, txs }
  const sent: Message[] = []
  const send = (message: Message) => void sent.push(message)
  const peer = { congested: false, send, spend: () => undefined } as unknown as Peer
  const announcer = new Announcer(peer, () => true)
  const entries = txs.map((tx) => ({ tx, txid: computeTxid(tx) }))
  const server = new RelayServer({
    chain: withMethods(chain, { block: () => block }),
    mempool: { get: () => undefined, entries: () => entries as never },
    relayed: new RelayMap(() => 0),
    announcer: () => announcer,
    logger: silentLogger,
    sent: () => undefined,
  })
  return { server, peer, sent, announcer, txs, tip }
}

function turns(work: () => boolean): number {
  for (let count = 1; ; count++) if (work()) return count
}

describe('RelayServer', () => {
  const COUNT = 2 * ITEMS_PER_TURN + 1

  it('sends the whole mempool in one message, built over several turns', () => {
    const { server, peer, sent, txs } = start(COUNT)
    expect(turns(server.wholeMempool(peer))).toBe(3)
    expect(sent).toHaveLength(1)
    const [message] = sent
    const announced = message?.type === 'inv' ? message.items.map(({ hash }) => toHex(hash)) : []
    expect(announced).toEqual(txs.map((tx) => toHex(computeTxid(tx))))
  })

  it('sends only mempool transactions that match the filter, and no empty message', () => {
    const { server, peer, sent, announcer, txs } = start(COUNT)
    const filter = BloomFilter.sized(10, 0.000_001, 1, 0)
    announcer.setFilter(filter)
    expect(turns(server.wholeMempool(peer))).toBeGreaterThanOrEqual(3)
    expect(sent).toEqual([])
    filter.insert(computeTxid(txs[150]!))
    turns(server.wholeMempool(peer))
    expect(sent).toEqual([{ type: 'inv', items: [{ type: INV.tx, hash: computeTxid(txs[150]!) }] }])
  })

  it('matches a block against a filter over several turns, and replies in the requested order', () => {
    const { server, peer, sent, announcer, txs, tip } = start(COUNT)
    const filter = BloomFilter.sized(10, 0.000_001, 1, 0)
    filter.insert(computeTxid(txs[COUNT - 1]!))
    announcer.setFilter(filter)
    const missing = { type: INV.tx, hash: new Uint8Array(32).fill(9) }
    const items = [{ type: INV.filteredBlock, hash: tip.hash }, missing, { type: INV.block, hash: tip.hash }]
    expect(turns(server.data(peer, items))).toBeGreaterThanOrEqual(4)
    expect(sent.map(({ type }) => type)).toEqual(['merkleblock', 'tx', 'block', 'notfound'])
  })
})

describe('filter on large transactions', () => {
  const OUTPUTS = 300
  /** 34 bytes per output, and the transaction around them */
  const SIZE = 34 * OUTPUTS

  it.each(['block', 'mempool'] as const)('matches only a few per turn in a %s', (where) => {
    const count = 8
    const { server, peer, sent, announcer, txs, tip } = start(count, OUTPUTS)
    const looked: number[] = []
    announcer.setFilter({
      insert: () => undefined,
      matches: (tx) => looked.push(txs.indexOf(tx)) > 0 && tx === txs[count - 1],
    })
    const work =
      where === 'block' ? server.data(peer, [{ type: INV.filteredBlock, hash: tip.hash }]) : server.wholeMempool(peer)
    const perTurn: number[] = []
    for (let over = false; !over; perTurn.push(looked.length)) over = work()
    const steps = perTurn.map((total, index) => total - (perTurn[index - 1] ?? 0))
    expect(Math.max(...steps)).toBe(Math.ceil(MATCHED_BYTES / SIZE))
    expect(looked).toEqual(txs.map((_, index) => index))
    expect(sent.map(({ type }) => type)).toEqual(where === 'block' ? ['merkleblock', 'tx'] : ['inv'])
  })
})

describe('Announcer', () => {
  it('keeps the newest blocks for a congested peer', () => {
    const sent: Message[] = []
    const state = { congested: true, closed: false, send: (message: Message) => void sent.push(message) }
    const announcer = new Announcer(state as unknown as Peer, () => true)
    const hash = (index: number) => Uint8Array.from({ length: 32 }, (_, at) => (at < 4 ? (index >> (8 * at)) & 255 : 0))
    for (let i = 0; i < MAX_QUEUED_BLOCKS + 100; i++) {
      announcer.block(hash(i))
      announcer.flush(true)
    }
    expect([announcer.queued, sent]).toEqual([MAX_QUEUED_BLOCKS, []])
    state.congested = false
    announcer.flush(true)
    expect(sent[0]).toMatchObject({ type: 'inv' })
    const [message] = sent
    expect(message?.type === 'inv' && toHex(message.items.at(-1)!.hash)).toBe(toHex(hash(MAX_QUEUED_BLOCKS + 99)))
  })
})
