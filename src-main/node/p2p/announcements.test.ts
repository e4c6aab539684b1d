import { afterEach, describe, expect, it } from 'vitest'
import { blockHash, serializeTransaction, type Transaction } from '../primitives/index.ts'
import { testKey } from '../testing/index.ts'
import { createTestCore, type Stranger, type TestCore } from './testing/testCore.ts'
import { INV, type Incoming, SERVICE } from './wire/index.ts'

let open: TestCore[] = []
afterEach(() => {
  for (const test of open) test.close()
  open = []
})

function start(height: number): TestCore {
  const test = createTestCore()
  test.node.mine(height)
  open.push(test)
  return test
}

function met(test: TestCore, host = '8.8.8.8'): Stranger {
  const stranger = test.stranger({ host })
  stranger.introduce()
  return stranger
}

describe('block announcements', () => {
  const hash = (number: number) => Uint8Array.from({ length: 32 }, (_, index) => (index === 0 ? number : 0xee))
  const stops = (stranger: Stranger) =>
    stranger
      .heard()
      .filter((message): message is Extract<Incoming, { type: 'getheaders' }> => message.type === 'getheaders')
      .map(({ stop }) => stop[0])
  const announce = (stranger: Stranger, first: number, count: number) =>
    stranger.send({
      type: 'inv',
      items: Array.from({ length: count }, (_, index) => ({ type: INV.block, hash: hash(first + index) })),
    })

  it('request unknown blocks one by one, and only the newest if the peer does not answer', () => {
    const test = start(3)
    const stranger = met(test)
    announce(stranger, 1, 2)
    expect(stops(stranger)).toEqual([1, 2])
    announce(stranger, 3, 50)
    for (let i = 0; i < 50; i++) announce(stranger, 100 + i, 1)
    expect(stops(stranger)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])
    const { header } = test.node.chain.byHeight(3)!
    stranger.send({ type: 'headers', headers: [header] })
    expect(stops(stranger)).toContain(149)
    announce(stranger, 200, 1)
    expect(stops(stranger)).toEqual([200])
  })

  it('repeat an unanswered request after ten seconds, but not to a disconnected peer', () => {
    const test = start(3)
    const stranger = met(test)
    announce(stranger, 1, 30)
    stops(stranger)
    test.pass(9_000)
    expect(stops(stranger)).toEqual([])
    test.pass(2_000)
    expect(stops(stranger)).toEqual([30])
    test.pass(20_000)
    expect(stops(stranger)).toEqual([])
    announce(stranger, 60, 40)
    stranger.line.hangUp()
    test.pass(20_000)
    expect(test.log.filter((line) => line.includes('message handling failed'))).toEqual([])
  })

  it('stop requesting a block once its header has arrived', () => {
    const test = start(3)
    const other = start(3)
    const [next] = other.node.mine(1)
    test.node.clock.set(next!.header.time)
    const stranger = met(test)
    announce(stranger, 1, 16)
    stranger.send({ type: 'inv', items: [{ type: INV.block, hash: blockHash(next!.header) }] })
    stops(stranger)
    stranger.send({ type: 'headers', headers: [next!.header] })
    expect(stops(stranger)).not.toContain(blockHash(next!.header)[0])
  })
})

describe('height of a peer', () => {
  // The height of a peer without NODE_NETWORK must be updated too, although it is never asked for blocks.
  it.each([
    ['', SERVICE.network],
    [', of one that keeps no blocks, too', 0n],
  ])('follows an announcement once another peer has sent the block%s', (_, services) => {
    const test = start(3)
    const other = start(3)
    const [next] = other.node.mine(1)
    if (!next) throw new Error('no block')
    test.node.clock.set(next.header.time)
    const stranger = test.stranger({ kind: 'inbound' })
    stranger.introduce({ services })
    stranger.send({ type: 'inv', items: [{ type: INV.block, hash: blockHash(next.header) }] })
    expect(test.core.sync.progress(stranger.peer).best?.height ?? -1).toBeLessThan(4)
    met(test, '9.9.9.9').send({ type: 'headers', headers: [next.header] })
    expect(test.core.sync.progress(stranger.peer).best?.height).toBe(4)
    expect(test.core.sync.bestHeight()).toBe(4)
  })

  it('follows the blocks that it fetched from this node, while they are in the chain', () => {
    const test = start(3)
    const stranger = met(test)
    const height = () => [test.core.sync.progress(stranger.peer).height, test.core.sync.bestHeight()]
    const [block] = test.node.mine(2).slice(1)
    if (!block) throw new Error('no block')
    expect(height()).toEqual([-1, 3])
    stranger.send({ type: 'getdata', items: [{ type: INV.block, hash: blockHash(block.header) }] })
    expect(height()).toEqual([5, 5])
    test.node.chain.invalidateBlock(test.node.chain.tip())
    expect(height()).toEqual([-1, 3])
  })
})

describe('orphans', () => {
  const pay = (test: TestCore): Transaction =>
    test.node.pay(testKey(0), [{ value: 400_000n, scriptPubKey: testKey(1).p2pkh }])
  const buildChild = ({ node }: TestCore, parent: Transaction, value: bigint): Transaction =>
    node.build({
      inputs: [node.inputOf(parent, 0, testKey(1))],
      outputs: [{ value, scriptPubKey: testKey(1).p2pkh }],
    })
  const send = (stranger: Stranger, tx: Transaction) => stranger.send({ type: 'tx', bytes: serializeTransaction(tx) })

  it('enter the pool with their parent even if the sender of the parent has disconnected', () => {
    const test = start(5)
    const [patient, hasty] = [met(test), met(test, '9.9.9.9')]
    const parent = pay(test)
    const child = buildChild(test, parent, 300_000n)
    send(patient, buildChild(test, child, 200_000n))
    send(patient, child)
    test.mempool.onChange(() => hasty.line.hangUp())
    send(hasty, parent)
    expect(hasty.line.ended).toBe(true)
    test.pass(100)
    expect([test.core.relay.orphans, test.mempool.size()]).toEqual([0, 3])
  })

  it('enter the pool with a parent that no peer sent', () => {
    const test = start(5)
    const parent = pay(test)
    send(met(test), buildChild(test, parent, 300_000n))
    expect([test.core.relay.orphans, test.mempool.size()]).toEqual([1, 0])
    test.mempool.accept(parent, { rejectAbsurdFee: false, limitFree: false })
    test.pass(100)
    expect([test.core.relay.orphans, test.mempool.size()]).toEqual([0, 2])
  })
})
