import { afterEach, describe, expect, it } from 'vitest'
import { type Block, serializeBlock, serializeTransaction } from '../primitives/index.ts'
import { testKey } from '../testing/index.ts'
import { createTestCore, type Stranger, type TestCore } from './testing/testCore.ts'

let open: TestCore[] = []
afterEach(() => {
  for (const test of open) test.close()
  open = []
})

function start(): TestCore {
  const test = createTestCore()
  test.node.mine(3)
  open.push(test)
  return test
}

const score = ({ peer }: Stranger) => peer.stats.score

/** A block that hides coins, and one on top of it. */
function branch({ node }: TestCore): readonly [Block, Block] {
  const tx = node.pay(testKey(0), [])
  const shieldedOutputs = [new Uint8Array(948).fill(3)]
  const hidden = { ...tx, vout: [], valueBalance: -tx.vout[0]!.value, shieldedOutputs, bindingSig: new Uint8Array(64) }
  const first = node.buildBlock({ txs: [hidden] })
  node.clock.advance(600)
  // A second chain would do as well: only the header is needed for the block on top of it.
  const other = createTestCore()
  open.push(other)
  other.node.clock.advance(10_000)
  for (let height = 1; height <= 3; height++)
    other.node.chain.submitBlock(node.chain.blockBytes(node.chain.byHeight(height)!)!)
  const { last } = other.node.chain.acceptHeaders([first.header])
  return [first, other.node.buildBlock({ prev: last! })]
}

describe('peers on a chain that uses shielded transactions', () => {
  it('are not blamed for its blocks and headers, however often they come, and stay', () => {
    const test = start()
    const [first, second] = branch(test)
    const strangers = ['8.8.8.8', '9.9.9.9'].map((host) => test.stranger({ host }))
    for (const stranger of strangers) stranger.introduce({ startHeight: 5 })
    for (let time = 0; time < 120; time++) {
      for (const stranger of strangers) {
        stranger.send({ type: 'block', bytes: serializeBlock(first) })
        stranger.send({ type: 'headers', headers: [first.header, second.header] })
        stranger.send({ type: 'block', bytes: serializeBlock(second) })
      }
      test.pass(1_000)
    }
    expect(strangers.map(score)).toEqual([0, 0])
    expect(strangers.map(({ line }) => line.ended)).toEqual([false, false])
    expect(test.bans.list()).toEqual([])
    expect(test.node.chain.tip().height).toBe(3)
    expect(test.node.chain.blocked()).toMatchObject({ entry: { height: 4 }, ahead: true })
  })

  it('are not asked again and again for what cannot be used', () => {
    const test = start()
    const [first, second] = branch(test)
    const stranger = test.stranger({ kind: 'outbound' })
    stranger.introduce({ startHeight: 5 })
    stranger.send({ type: 'headers', headers: [first.header, second.header] })
    stranger.send({ type: 'block', bytes: serializeBlock(first) })
    stranger.send({ type: 'block', bytes: serializeBlock(second) })
    stranger.heard()
    test.pass(60_000)
    const asked = stranger.heard().filter(({ type }) => type === 'getdata' || type === 'getheaders')
    expect(asked).toEqual([])
  })

  it('may tell us transactions that hide coins', () => {
    const test = start()
    const stranger = test.stranger()
    stranger.introduce()
    const [first] = branch(test)
    stranger.send({ type: 'tx', bytes: serializeTransaction(first.txs[1]!) })
    expect([score(stranger), stranger.line.ended, [...test.mempool.entries()].length]).toEqual([0, false, 0])
  })
})
