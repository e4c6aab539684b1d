import { afterEach, describe, expect, it } from 'vitest'
import { ccOne } from '../conditions/index.ts'
import type { CcEvaluator } from '../interfaces.ts'
import { type Block, serializeBlock, serializeTransaction, type Transaction } from '../primitives/index.ts'
import { ccScript } from '../script/index.ts'
import { type TestNode, testKey } from '../testing/index.ts'
import { createTestCore, type Stranger, type TestCore } from './testing/testCore.ts'

let open: TestCore[] = []
afterEach(() => {
  for (const test of open) test.close()
  open = []
})

/** No module is here. */
const evaluator: CcEvaluator = { evaluate: () => ({ ok: false, reason: 'a test', beyondUs: true }) }

function start(): TestCore {
  const test = createTestCore({}, { evaluator })
  test.node.mine(3)
  open.push(test)
  return test
}

const score = ({ peer }: Stranger) => peer.stats.score

/** A transaction that spends a condition of a module that is not here. */
function foreign(node: TestNode): Transaction {
  const tree = ccOne(0xe6, testKey(0).pub)
  const funding = node.pay(testKey(0), [{ value: 1_000n, scriptPubKey: ccScript(tree) }])
  node.mineBlock({ txs: [funding] })
  const input = { ...node.inputOf(funding, 0, testKey(0)), tree }
  return node.build({ inputs: [input], outputs: [{ value: 1_000n, scriptPubKey: testKey(0).p2pk }] })
}

/** A block with such a transaction, and one on top of it. */
function branch({ node }: TestCore): readonly [Block, Block] {
  const first = node.buildBlock({ txs: [foreign(node)] })
  node.clock.advance(600)
  // A second chain would do as well: only the header is needed for the block on top of it.
  const other = createTestCore({}, { evaluator })
  open.push(other)
  other.node.clock.advance(10_000)
  for (let height = 1; height <= node.chain.tip().height; height++)
    other.node.chain.submitBlock(node.chain.blockBytes(node.chain.byHeight(height)!)!)
  const { last } = other.node.chain.acceptHeaders([first.header])
  return [first, other.node.buildBlock({ prev: last! })]
}

describe('peers on a chain that uses conditions of modules that are not here', () => {
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
    expect(test.node.chain.tip().hash).toEqual(first.header.prevHash)
    const { height } = test.node.chain.tip()
    expect(test.node.chain.blocked()).toMatchObject({ entry: { height: height + 1 }, ahead: true })
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

  it('may tell us such transactions', () => {
    const test = start()
    const stranger = test.stranger()
    stranger.introduce()
    const [first] = branch(test)
    stranger.send({ type: 'tx', bytes: serializeTransaction(first.txs[1]!) })
    expect([score(stranger), stranger.line.ended, [...test.mempool.entries()].length]).toEqual([0, false, 0])
  })
})
