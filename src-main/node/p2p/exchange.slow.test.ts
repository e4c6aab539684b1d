import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type Block,
  blockHash,
  computeTxid,
  serializeBlock,
  serializeTransaction,
  type Transaction,
} from '../primitives/index.ts'
import { testKey } from '../testing/index.ts'
import { toHex } from '../util/index.ts'
import { createTestCore, type Stranger, type TestCore } from './testing/testCore.ts'
import { BloomFilter, INV, type Incoming, type InvItem } from './wire/index.ts'

let open: TestCore[] = []
afterEach(() => {
  for (const test of open) test.close()
  open = []
})

function start(height = 3, ...given: Parameters<typeof createTestCore>): TestCore {
  const test = createTestCore(...given)
  test.node.mine(height)
  open.push(test)
  return test
}

function met(test: TestCore, options: Parameters<TestCore['stranger']>[0] = {}, startHeight?: number): Stranger {
  const stranger = test.stranger(options)
  stranger.introduce(startHeight === undefined ? {} : { startHeight })
  return stranger
}

const ofType = <T extends Incoming['type']>(messages: readonly Incoming[], type: T) =>
  messages.filter((message): message is Extract<Incoming, { type: T }> => message.type === type)
const asked = (stranger: Stranger) => ofType(stranger.heard(), 'getdata').flatMap(({ items }) => items)
const hashes = (items: readonly InvItem[]) => items.map(({ hash }) => toHex(hash))
const locator = (hash: Uint8Array) => ({ version: 0, hashes: [hash], stop: new Uint8Array(32) })

/** Mines blocks on another node with the same first blocks as the test's. */
function longer(count: number): { readonly other: TestCore; readonly blocks: Block[] } {
  const other = start(3)
  return { other, blocks: other.node.mine(count) }
}

describe('block download', () => {
  it('requests headers first, then 16 blocks at a time, and connects them in any order', () => {
    const { blocks } = longer(30)
    const test = start(3)
    test.node.clock.set(blocks.at(-1)!.header.time)
    const stranger = met(test, { kind: 'outbound' }, 33)
    stranger.send({ type: 'headers', headers: blocks.map(({ header }) => header) })
    const first = asked(stranger)
    expect(hashes(first)).toEqual(blocks.slice(0, 16).map(({ header }) => toHex(blockHash(header))))
    for (const block of blocks.slice(0, 16).reverse()) stranger.send({ type: 'block', bytes: serializeBlock(block) })
    expect(test.node.chain.tip().height).toBe(19)
    const rest = asked(stranger)
    expect(rest.length).toBe(14)
    for (const block of blocks.slice(16)) stranger.send({ type: 'block', bytes: serializeBlock(block) })
    expect(test.node.chain.tip().height).toBe(33)
    expect(test.core.sync.progress(stranger.peer)).toMatchObject({ inFlight: [] })
    expect(test.core.sync.bestHeight()).toBe(33)
  })

  it('refills the requests of a peer when half of them are answered, and requests each block once', () => {
    const { blocks } = longer(50)
    const test = start(3)
    test.node.clock.set(blocks.at(-1)!.header.time)
    const stranger = met(test, { kind: 'outbound' }, 53)
    const sendHeaders = (from: number, to: number) =>
      stranger.send({ type: 'headers', headers: blocks.slice(from, to).map(({ header }) => header) })
    const counts: number[] = []
    const deliver = (from: number, to: number) => {
      for (const block of blocks.slice(from, to)) stranger.send({ type: 'block', bytes: serializeBlock(block) })
      counts.push(asked(stranger).length)
    }
    sendHeaders(0, 30)
    // Initially the peer is asked for as many blocks as allowed at a time, not for all.
    test.pass(100)
    deliver(0, 7)
    deliver(7, 8)
    deliver(8, 15)
    deliver(15, 24)
    deliver(24, 30)
    // The first 16, nothing after seven blocks, eight after the eighth …
    expect(counts).toEqual([16, 8, 0, 6, 0])
    sendHeaders(30, 50)
    deliver(30, 50)
    expect(counts.at(-1)).toBe(20)
    expect(test.node.chain.tip().height).toBe(53)
  })

  it('requests more headers after a full headers message', () => {
    const { blocks } = longer(170)
    const test = start(3)
    test.node.clock.set(blocks.at(-1)!.header.time)
    const stranger = met(test, { kind: 'outbound' }, 173)
    stranger.send({ type: 'headers', headers: blocks.slice(0, 160).map(({ header }) => header) })
    const [next] = ofType(stranger.heard(), 'getheaders')
    expect(toHex(next!.hashes[0]!)).toBe(toHex(blockHash(blocks[159]!.header)))
  })

  it('disconnects a peer that misses the block timeout, and requests its blocks from another', () => {
    const { blocks } = longer(4)
    const test = start(3)
    test.node.clock.set(blocks.at(-1)!.header.time)
    const headers = blocks.map(({ header }) => header)
    const slow = met(test, { kind: 'outbound' }, 7)
    slow.send({ type: 'headers', headers })
    const other = met(test, { kind: 'outbound', host: '9.9.9.9' }, 7)
    other.send({ type: 'headers', headers })
    expect([asked(slow).length, asked(other).length]).toEqual([4, 0])
    // 150 s × 0.5 × (4 + blocks in flight)
    test.pass(150_000 * 0.5 * 8)
    expect(slow.line.ended).toBe(true)
    expect(asked(other).length).toBe(4)
    for (const block of blocks) other.send({ type: 'block', bytes: serializeBlock(block) })
    expect(test.node.chain.tip().height).toBe(7)
  })

  it('disconnects a peer that delivers no block but keeps sending other messages', () => {
    const { blocks } = longer(4)
    const test = start(3)
    test.node.clock.set(blocks.at(-1)!.header.time)
    const headers = blocks.map(({ header }) => header)
    const slow = met(test, { kind: 'outbound' }, 7)
    slow.send({ type: 'headers', headers })
    const limit = 150_000 * 0.5 * 4
    // A ping is always waiting to be read.
    slow.line.setPending(1_000_000)
    slow.send({ type: 'ping', nonce: 1n })
    expect(slow.peer.busy).toBe(true)
    test.pass(limit)
    test.pass(29_000)
    expect(slow.line.ended).toBe(false)
    test.pass(2_000)
    expect(slow.line.ended).toBe(true)
  })

  it('accepts an unrequested block only if it extends the tip', () => {
    const test = start(5)
    const stranger = met(test)
    const { chain } = test.node
    const rival = test.node.buildBlock({ prev: chain.byHeight(4)!, tag: 99 })
    stranger.send({ type: 'block', bytes: serializeBlock(rival) })
    expect(chain.byHash(blockHash(rival.header))).toBeUndefined()
    const next = test.node.buildBlock()
    test.node.clock.set(next.header.time)
    stranger.send({ type: 'block', bytes: serializeBlock(next) })
    expect(chain.tip().height).toBe(6)
  })
})

describe('requests of peers', () => {
  it('get at most 160 headers, up to and including the stop hash', () => {
    const test = start(170)
    const stranger = met(test)
    const { chain } = test.node
    const genesis = chain.byHeight(0)!.hash
    stranger.send({ type: 'getheaders', ...locator(genesis) })
    expect(ofType(stranger.heard(), 'headers')[0]!.headers.length).toBe(160)
    stranger.send({ type: 'getheaders', ...locator(genesis), stop: chain.byHeight(7)!.hash })
    expect(ofType(stranger.heard(), 'headers')[0]!.headers.length).toBe(7)
    stranger.send({ type: 'getheaders', ...locator(chain.tip().hash) })
    expect(ofType(stranger.heard(), 'headers')[0]!.headers).toEqual([])
    stranger.send({ type: 'getheaders', version: 0, hashes: [], stop: new Uint8Array(32) })
    expect(stranger.heard()).toEqual([])
  })

  it('get an announcement of the tip after the last of 500 announced blocks is fetched', () => {
    const test = start(520)
    const stranger = met(test)
    const { chain } = test.node
    stranger.send({ type: 'getblocks', ...locator(chain.byHeight(0)!.hash) })
    const [inv] = ofType(stranger.heard(), 'inv')
    expect(inv!.items.length).toBe(500)
    stranger.send({ type: 'getdata', items: [inv!.items.at(-1)!] })
    const answers = stranger.heard()
    expect(ofType(answers, 'block').length).toBe(1)
    expect(hashes(ofType(answers, 'inv')[0]!.items)).toEqual([toHex(chain.tip().hash)])
  })

  it('get notfound for unknown transactions, and no reply for unknown blocks', () => {
    const test = start()
    const stranger = met(test)
    const unknown = new Uint8Array(32).fill(0x22)
    stranger.send({ type: 'getdata', items: [INV.block, INV.tx, 9].map((type) => ({ type, hash: unknown })) })
    expect(stranger.heard()).toEqual([{ type: 'notfound', items: [{ type: INV.tx, hash: unknown }] }])
  })

  it('get filtered blocks with the matching transactions', () => {
    const test = start(4)
    const tx = test.node.pay(testKey(0), [{ value: 5n, scriptPubKey: testKey(3).p2pkh }])
    const block = test.node.mineBlock({ txs: [tx] })
    const stranger = met(test)
    const filter = BloomFilter.sized(5, 0.0001, 1, 0)
    filter.insert(computeTxid(tx))
    stranger.send(filter.message())
    stranger.send({ type: 'getdata', items: [{ type: INV.filteredBlock, hash: blockHash(block.header) }] })
    const answers = stranger.heard()
    expect(ofType(answers, 'merkleblock')[0]).toMatchObject({ txCount: 2 })
    expect(ofType(answers, 'tx').map(({ bytes }) => toHex(bytes))).toEqual([toHex(serializeTransaction(tx))])
  })
})

describe('Relay', () => {
  const pay = (test: TestCore, value = 5n) => test.node.pay(testKey(0), [{ value, scriptPubKey: testKey(3).p2pkh }])
  const admit = (test: TestCore, tx: Transaction) => test.mempool.accept(tx, { rejectAbsurdFee: false })

  it('announces blocks at once and transactions with a delay, but not to their sender', () => {
    const test = start(5)
    const [a, b] = [met(test), met(test, { host: '9.9.9.9' })]
    const tx = pay(test)
    a.send({ type: 'tx', bytes: serializeTransaction(tx) })
    a.send({ type: 'inv', items: [{ type: INV.tx, hash: computeTxid(tx) }] })
    for (let i = 0; i < 40; i++) test.pass(100)
    const announced = (stranger: Stranger) => ofType(stranger.heard(), 'inv').flatMap(({ items }) => hashes(items))
    expect(announced(b)).toEqual([toHex(computeTxid(tx))])
    expect(announced(a)).toEqual([])
    const block = test.node.mineBlock()
    expect([announced(a), announced(b)]).toEqual(Array(2).fill([toHex(blockHash(block.header))]))
  })

  it('announces our own transactions again to peers that lack them', () => {
    const test = start(5)
    const before = met(test)
    const tx = pay(test)
    admit(test, tx)
    for (let i = 0; i < 40; i++) test.pass(100)
    before.heard()
    const later = met(test, { host: '9.9.9.9' })
    test.core.announceAgain()
    for (let i = 0; i < 40; i++) test.pass(100)
    const announced = (stranger: Stranger) => ofType(stranger.heard(), 'inv').flatMap(({ items }) => hashes(items))
    expect([announced(before), announced(later)]).toEqual([[], [toHex(computeTxid(tx))]])
  })

  it('serves an announced transaction for a quarter of an hour, mined or not', () => {
    const test = start(5)
    const stranger = met(test)
    const tx = pay(test)
    admit(test, tx)
    test.node.mineBlock({ txs: [tx] })
    stranger.heard()
    stranger.send({ type: 'getdata', items: [{ type: INV.tx, hash: computeTxid(tx) }] })
    expect(ofType(stranger.heard(), 'tx').length).toBe(1)
    test.pass(16 * 60_000)
    stranger.heard()
    stranger.send({ type: 'getdata', items: [{ type: INV.tx, hash: computeTxid(tx) }] })
    expect(ofType(stranger.heard(), 'notfound').length).toBe(1)
  })

  it('requests a transaction from a second peer after two minutes without delivery', () => {
    const test = start(5)
    const [a, b] = [met(test), met(test, { host: '9.9.9.9' })]
    const item = { type: INV.tx, hash: new Uint8Array(32).fill(5) }
    a.send({ type: 'inv', items: [item] })
    b.send({ type: 'inv', items: [item] })
    expect([asked(a).length, asked(b).length]).toEqual([1, 0])
    test.pass(119_000)
    expect(asked(b).length).toBe(0)
    test.pass(2_000)
    expect(asked(b).length).toBe(1)
  })

  it('requests a transaction from an honest peer within ten minutes, however many others claim it', () => {
    const test = start(5)
    const item = { type: INV.tx, hash: new Uint8Array(32).fill(6) }
    for (let i = 0; i < 30; i++) met(test, { host: `8.8.4.${i + 1}` }).send({ type: 'inv', items: [item] })
    const honest = met(test, { host: '9.9.9.9' })
    honest.send({ type: 'inv', items: [item] })
    test.pass(9 * 60_000)
    expect(asked(honest).length).toBe(0)
    test.pass(61_000)
    expect(asked(honest).length).toBe(1)
  })

  it('keeps orphans until their parent arrives, and accepts all descendants', () => {
    const test = start(5)
    const stranger = met(test)
    const parent = pay(test, 500_000n)
    const child = test.node.build({
      inputs: [test.node.inputOf(parent, 0, testKey(3))],
      outputs: [{ value: 400_000n, scriptPubKey: testKey(4).p2pkh }],
    })
    const grandchild = test.node.build({
      inputs: [test.node.inputOf(child, 0, testKey(4))],
      outputs: [{ value: 300_000n, scriptPubKey: testKey(5).p2pkh }],
    })
    for (const tx of [grandchild, child]) stranger.send({ type: 'tx', bytes: serializeTransaction(tx) })
    expect([test.core.relay.orphans, test.mempool.size()]).toEqual([2, 0])
    stranger.send({ type: 'tx', bytes: serializeTransaction(parent) })
    expect([test.core.relay.orphans, test.mempool.size()]).toEqual([0, 3])
  })

  it('limits the number of orphans, and drops those of a disconnected peer', () => {
    const test = start(5, { relay: { maxOrphans: 4, bloomFilters: true } })
    const stranger = met(test)
    const base = pay(test, 500_000n)
    for (let i = 0; i < 9; i++) {
      const prevout = { hash: new Uint8Array(32).fill(i + 1), index: 0 }
      const tx = { ...base, vin: [{ ...base.vin[0]!, prevout }] }
      stranger.send({ type: 'tx', bytes: serializeTransaction(tx) })
    }
    expect(test.core.relay.orphans).toBe(4)
    stranger.line.hangUp()
    expect(test.core.relay.orphans).toBe(0)
  })

  it('ignores transactions during the initial block download, which ends when peers have no more blocks', () => {
    // Treat any tip as too old.
    const test = start(5, { sync: { spacing: 150, headersAtOnce: 40, maxTipAgeSeconds: -1 } })
    const stranger = met(test, {}, 900)
    stranger.send({ type: 'tx', bytes: serializeTransaction(pay(test)) })
    expect([test.mempool.size(), test.core.sync.isInitialDownload()]).toEqual([0, true])
    // The download is over if the only peer with a height is at our height or one above.
    stranger.line.hangUp()
    met(test, {}, 5).heard()
    expect(test.core.sync.isInitialDownload()).toBe(false)
  })

  it('relays a new address to two peers, not to its sender', () => {
    const test = start(5)
    const strangers = ['8.8.8.8', '9.9.9.9', '7.7.7.7', '6.6.6.6'].map((host) => met(test, { host }))
    const address = {
      ip: Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 1, 2, 3, 4),
      port: 8000,
      services: 1n,
    }
    strangers[0]!.send({ type: 'addr', addresses: [{ ...address, time: test.node.clock.now() }] })
    for (let i = 0; i < 100; i++) test.pass(100)
    const addrCounts = strangers.map((stranger) => ofType(stranger.heard(), 'addr').length)
    expect([addrCounts[0], addrCounts.reduce((sum, count) => sum + count)]).toEqual([0, 2])
  })
})

describe('a damaged block file', () => {
  it('gets the same reply as an unknown block, and keeps the peer connected', () => {
    const test = start(3)
    const { chain, dir } = test.node
    const stranger = met(test)
    const hash = chain.byHeight(2)!.hash
    const file = join(dir, 'blocks', 'blk00000.dat')
    const whole = readFileSync(file)
    const ask = () => {
      stranger.send({ type: 'getdata', items: [{ type: INV.block, hash }] })
      return ofType(stranger.heard(), 'block').length
    }
    expect(ask()).toBe(1)
    // Flip a bit of the last amount, so that the block still parses.
    const bytes = Buffer.from(chain.blockBytes(chain.byHeight(2)!)!)
    const broken = Buffer.from(whole)
    broken[whole.indexOf(bytes) + bytes.length - 30]! ^= 1
    writeFileSync(file, broken)
    expect([ask(), stranger.line.ended]).toEqual([0, false])
    writeFileSync(file, whole)
    expect(ask()).toBe(1)
  })
})
