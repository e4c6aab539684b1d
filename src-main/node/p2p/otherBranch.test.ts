import { afterEach, describe, expect, it } from 'vitest'
import { type Block, COIN, serializeBlock } from '../primitives/index.ts'
import { testKey } from '../testing/index.ts'
import { createTestCore, type Stranger, type TestCore } from './testing/testCore.ts'

let open: TestCore[] = []
afterEach(() => {
  for (const test of open) test.close()
  open = []
})

function start(blocks = 3): TestCore {
  const test = createTestCore()
  test.node.mine(blocks)
  test.node.clock.advance(10_000)
  open.push(test)
  return test
}

function met(test: TestCore, options: Parameters<TestCore['stranger']>[0]): Stranger {
  const stranger = test.stranger(options)
  stranger.introduce()
  return stranger
}

/** Builds a block that pays too much, and blocks on top. */
function branch(test: TestCore, length: number): Block[] {
  const { node } = test
  const coinbase = [{ value: 9_999n * COIN, scriptPubKey: testKey(0).p2pk }]
  const blocks = [node.buildBlock({ coinbase })]
  const maker = start()
  let [prev] = maker.node.chain.acceptHeaders([blocks[0]!.header]).accepted
  while (blocks.length < length) {
    const block = maker.node.buildBlock({ prev: prev! })
    blocks.push(block)
    prev = maker.node.chain.acceptHeaders([block.header]).last
  }
  return blocks
}

const sendBlockHeaders = (stranger: Stranger, blocks: readonly Block[]) =>
  stranger.send({ type: 'headers', headers: blocks.map(({ header }) => header) })

function refuse(stranger: Stranger, blocks: readonly Block[]): void {
  sendBlockHeaders(stranger, blocks.slice(0, 1))
  stranger.send({ type: 'block', bytes: serializeBlock(blocks[0]!) })
  sendBlockHeaders(stranger, blocks)
}

describe('otherBranch', () => {
  it('reports a rejected branch as soon as an outbound peer shows it, with its reason', () => {
    const test = start()
    const blocks = branch(test, 4)
    const peer = met(test, { kind: 'outbound' })
    expect(test.core.sync.otherBranch()).toBeUndefined()
    refuse(peer, blocks)
    const at = test.node.clock.now()
    expect(test.core.sync.otherBranch()).toMatchObject({
      branch: { first: { height: 4 }, best: { height: 7 }, byUser: false, reason: 'bad-cb-amount', at },
      ...{ followers: 1, counted: 1 },
    })
  })

  it('ignores headers without blocks, and a branch with less work than ours', () => {
    const test = start()
    const blocks = branch(test, 3)
    const peer = met(test, { kind: 'outbound' })
    sendBlockHeaders(peer, blocks)
    expect(test.core.sync.otherBranch()).toBeUndefined()
    refuse(peer, blocks)
    expect(test.core.sync.otherBranch()).toBeDefined()
    test.node.mine(4)
    expect(test.core.sync.otherBranch()).toBeUndefined()
  })

  it('ignores a branch of a minority, and of inbound peers that outbound peers do not confirm', () => {
    const test = start()
    const blocks = branch(test, 4)
    const ours = [test.node.chain.byHeight(2)!.header, test.node.chain.byHeight(3)!.header]
    const honest = ['8.1.1.1', '8.2.1.1'].map((host) => met(test, { kind: 'outbound', host }))
    for (const peer of honest) peer.send({ type: 'headers', headers: ours })
    refuse(met(test, { kind: 'outbound', host: '8.3.1.1' }), blocks)
    for (const host of ['9.1.1.1', '9.2.1.1', '9.3.1.1']) sendBlockHeaders(met(test, { host }), blocks)
    expect(test.core.sync.otherBranch()).toBeUndefined()
    sendBlockHeaders(met(test, { kind: 'outbound', host: '8.4.1.1' }), blocks)
    expect(test.core.sync.otherBranch()).toMatchObject({ followers: 2, counted: 4 })
  })

  it('reports a branch that the user invalidated until it is reconsidered', () => {
    const test = start(6)
    const { chain } = test.node
    const headers = [4, 5, 6].map((height) => chain.byHeight(height)!.header)
    const peer = met(test, { kind: 'outbound' })
    chain.invalidateBlock(chain.byHeight(5)!)
    expect(test.core.sync.otherBranch()).toBeUndefined()
    peer.send({ type: 'headers', headers })
    const found = test.core.sync.otherBranch()
    expect(found).toMatchObject({ branch: { first: { height: 5 }, best: { height: 6 }, byUser: true }, followers: 1 })
    chain.reconsiderBlock(found!.branch.first)
    expect(chain.tip().height).toBe(6)
    expect(test.core.sync.otherBranch()).toBeUndefined()
  })

  it('reports the branch while its first block is validated again, until its peers disconnect', () => {
    const test = start()
    const blocks = branch(test, 4)
    const peer = met(test, { kind: 'outbound' })
    refuse(peer, blocks)
    const { first } = test.node.chain.refused()!
    for (let round = 0; round < 6; round++) {
      sendBlockHeaders(peer, blocks)
      expect(test.core.sync.otherBranch()?.branch.first).toBe(first)
      test.pass(1_000)
      expect(test.core.sync.otherBranch()?.branch.first).toBe(first)
    }
    peer.line.hangUp()
    expect(test.core.sync.otherBranch()).toBeUndefined()
  })
})
