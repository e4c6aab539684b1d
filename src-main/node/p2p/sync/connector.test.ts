import { afterEach, describe, expect, it } from 'vitest'
import type { BlockOutcome } from '../../chain/index.ts'
import type { BlockEntry } from '../../interfaces.ts'
import { type Block, blockHash, serializeBlock } from '../../primitives/index.ts'
import { createTestNode, lazyVerifier, type TestNode, testKey } from '../../testing/index.ts'
import { hashKey } from '../../util/index.ts'
import type { Peer } from '../peer/index.ts'
import { type ConnectorDeps, createConnector } from './connector.ts'
import { createHeaderPath } from './headerPath.ts'
import { MAX_WAITING_BYTES } from './limits.ts'
import type { ArrivedBlock } from './types.ts'

let open: TestNode[] = []
afterEach(() => {
  for (const node of open) node.close()
  open = []
})

function node(): TestNode {
  const made = createTestNode()
  open.push(made)
  return made
}

function arrivedBlock(block: Block, padding = 0): ArrivedBlock {
  const own = serializeBlock(block)
  const bytes = new Uint8Array(own.length + padding)
  bytes.set(own)
  const hash = blockHash(block.header)
  return { hash, key: hashKey(hash), header: block.header, bytes, peer: {} as Peer }
}

/** A connector whose turns the test gives, on a chain that counts its commits. */
function start(test: TestNode, changes: Partial<ConnectorDeps['chain']> = {}) {
  const queue: (() => void)[] = []
  const outcomes: (BlockOutcome | 'malformed')[] = []
  let millis = 0
  const { chain } = test
  const connector = createConnector({
    chain: { ...chain, ...changes },
    path: createHeaderPath(chain),
    millis: () => millis,
    soon: (callback) => void queue.push(callback),
    done: (_, outcome) => void outcomes.push(outcome),
    progressed: () => {},
    failed(error) {
      throw error
    },
  })
  return {
    ...{ connector, outcomes },
    /** turns until nothing waits; each takes `span` milliseconds */
    run(span = 1): number {
      let turns = 0
      for (let turn = queue.shift(); turn !== undefined; turn = queue.shift()) {
        turn()
        millis += span
        if (++turns > 10_000) throw new Error('it never rests')
      }
      return turns
    },
  }
}

describe('createConnector', () => {
  const source = () => {
    const blocks = node().mine(120)
    const test = node()
    test.clock.set(blocks.at(-1)!.header.time)
    test.chain.acceptHeaders(blocks.map(({ header }) => header))
    return { blocks, test }
  }

  it('commits several times on a long way, in several turns each, and rests at its end', () => {
    const { blocks, test } = source()
    const heights: number[] = []
    const told: BlockEntry[] = []
    test.chain.subscribe(({ connected }) => void told.push(...connected.map(({ entry }) => entry)))
    const commit = (blocks?: number) => {
      const over = test.chain.commit(blocks)
      heights.push(test.chain.tip().height)
      return over
    }
    // A clock that goes on so quickly that a turn holds few blocks and what is not durable yet is due again and again.
    let now = 0
    Object.assign(test.clock, { millis: () => (now += 100) })
    const { connector, outcomes, run } = start(test, { commit })
    for (const block of blocks) connector.add(arrivedBlock(block))
    run()
    expect(test.chain.tip().height).toBe(120)
    expect(outcomes.map((outcome) => outcome !== 'malformed' && outcome.kind)).toEqual(Array(120).fill('connected'))
    expect(new Set(heights.filter((height) => height < 120)).size).toBeGreaterThan(1)
    expect(told.map(({ height }) => height)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1))
    expect([connector.size, connector.bytes]).toEqual([0, 0])
    expect(run()).toBe(0)
  })

  it('goes on after a commit when the rest of the blocks comes later', () => {
    const { blocks, test } = source()
    const { connector, run } = start(test)
    for (const part of [blocks.slice(0, 50), blocks.slice(50, 51), blocks.slice(60), blocks.slice(51, 60)]) {
      for (const block of part) connector.add(arrivedBlock(block))
      run(400)
    }
    expect(test.chain.tip().height).toBe(120)
    expect(connector.size).toBe(0)
  })

  it('hands each block in once, however long its scripts take', () => {
    const miner = node()
    miner.mine(101)
    const paying = Array.from({ length: 8 }, (_, value) =>
      miner.mineBlock({ txs: [miner.pay(testKey(0), [{ value: BigInt(value + 1), scriptPubKey: testKey(1).p2pkh }])] }),
    )
    const test = createTestNode({ verifier: lazyVerifier })
    open.push(test)
    test.clock.set(miner.clock.now() + 60)
    for (let height = 1; height <= 101; height++)
      test.chain.processBlock(miner.chain.block(miner.chain.byHeight(height)!)!)
    test.chain.acceptHeaders([...paying, ...miner.mine(10)].map(({ header }) => header))
    const { connector, outcomes, run } = start(test)
    for (const block of paying) connector.add(arrivedBlock(block))
    run()
    expect(outcomes.map((outcome) => outcome !== 'malformed' && outcome.kind)).toEqual(Array(8).fill('connected'))
    expect([test.chain.tip().height, connector.size, connector.bytes]).toEqual([109, 0, 0])
  })

  it('takes nothing over its limit that has no proof of work behind it', () => {
    const { blocks, test } = source()
    const { connector, run } = start(test)
    const [first] = blocks
    for (let at = 0; connector.bytes < MAX_WAITING_BYTES; at++) {
      const header = { ...first!.header, nonce: new Uint8Array(32).fill(at + 1) }
      expect(connector.add(arrivedBlock({ ...first!, header }, 4_000_000))).toBe(true)
    }
    const full = connector.bytes
    const forged = { ...first!, header: { ...first!.header, nonce: new Uint8Array(32).fill(200) } }
    expect([connector.add(arrivedBlock(forged, 4_000_000)), connector.bytes]).toEqual([false, full])
    expect(connector.add(arrivedBlock(first!))).toBe(true)
    run()
    expect([test.chain.tip().height, connector.size]).toEqual([1, 0])
  })

  it('keeps what it connected when it is stopped in the middle', () => {
    const { blocks, test } = source()
    let flushPromises = 0
    const commit = (blocks?: number) => {
      flushPromises++
      return test.chain.commit(blocks)
    }
    const { connector, run } = start(test, { commit })
    for (const block of blocks) connector.add(arrivedBlock(block))
    connector.stop()
    expect([flushPromises, connector.size, connector.add(arrivedBlock(blocks[0]!))]).toEqual([1, 0, false])
    expect(run()).toBeLessThanOrEqual(1)
  })
})
