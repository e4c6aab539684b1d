import { afterEach, describe, expect, it } from 'vitest'
import type { BlockOutcome } from '../../chain/index.ts'
import type { BlockEntry } from '../../core/index.ts'
import { type Block, blockHash, serializeBlock } from '../../primitives/index.ts'
import { createTestNode, lazyVerifier, type TestNode, testKey } from '../../testing/index.ts'
import { hashKey } from '../../util/index.ts'
import type { Peer } from '../peer/index.ts'
import { Connector } from './connector.ts'
import { HeaderPath } from './headerPath.ts'
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

/** Creates a connector whose turns the test runs. */
function start(test: TestNode) {
  const queue: (() => void)[] = []
  const kinds: BlockOutcome['kind'][] = []
  const { chain, importQueue } = test
  const connector = new Connector({
    ...{ chain, importQueue },
    path: new HeaderPath(chain),
    soon: (callback) => void queue.push(callback),
    done: (_, { kind }) => void kinds.push(kind),
    progressed: () => {},
    failed(error) {
      throw error
    },
  })
  return {
    ...{ connector, kinds },
    /** runs turns until no work is left */
    run(each: () => void = () => {}): number {
      let turns = 0
      for (let turn = queue.shift(); turn !== undefined; turn = queue.shift()) {
        turn()
        each()
        if (++turns > 10_000) throw new Error('it never rests')
      }
      return turns
    },
  }
}

const committedTip = ({ storage }: TestNode): number =>
  storage.db.prepare<[number], number>('SELECT height FROM blocks WHERE id = ?').pluck().get(storage.committed().tip!)!

describe('Connector', () => {
  const source = (count = 120) => {
    const blocks = node().mine(count)
    const test = node()
    test.clock.set(blocks.at(-1)!.header.time)
    test.chain.acceptHeaders(blocks.map(({ header }) => header))
    return { blocks, test }
  }

  it('commits several times during a long import, and is idle at its end', () => {
    const { blocks, test } = source()
    const commits = new Set<number>()
    const notified: BlockEntry[] = []
    test.chain.subscribe(({ connected }) => void notified.push(...connected.map(({ entry }) => entry)))
    // A fast clock: a turn has time for few blocks, and commits are due again and again.
    let now = 0
    Object.assign(test.clock, { millis: () => (now += 100) })
    const { connector, kinds, run } = start(test)
    for (const block of blocks) connector.add(arrivedBlock(block))
    run(() => commits.add(committedTip(test)))
    expect(test.chain.tip().height).toBe(120)
    expect(kinds).toEqual(Array(120).fill('connected'))
    expect(commits.size).toBeGreaterThan(3)
    expect(commits.size).toBeLessThan(60)
    expect(notified.map(({ height }) => height)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1))
    expect([connector.size, connector.bytes]).toEqual([0, 0])
    expect(run()).toBe(0)
  })

  it('commits every block near the tip', () => {
    const { blocks, test } = source(4)
    const commits = new Set<number>()
    const { connector, run } = start(test)
    for (const block of blocks) connector.add(arrivedBlock(block))
    run(() => commits.add(committedTip(test)))
    expect([...commits]).toEqual([0, 1, 2, 3, 4])
  })

  it('reads back stored blocks after a gap is closed, and waits at a block ahead of its time', () => {
    const { blocks, test } = source(20)
    const { connector, run } = start(test)
    for (const block of blocks.slice(1)) {
      test.chain.processBlock(block)
      connector.add(arrivedBlock(block))
    }
    run()
    expect(test.chain.tip().height).toBe(0)
    test.clock.set(blocks[9]!.header.time)
    connector.add(arrivedBlock(blocks[0]!))
    run()
    expect(test.chain.tip().height).toBe(11)
    test.clock.set(blocks.at(-1)!.header.time)
    test.chain.retryFutureBlocks()
    expect(test.chain.tip().height).toBe(20)
  })

  it('continues after a commit when further blocks arrive later', () => {
    const { blocks, test } = source()
    const { connector, run } = start(test)
    for (const part of [blocks.slice(0, 50), blocks.slice(50, 51), blocks.slice(60), blocks.slice(51, 60)]) {
      for (const block of part) connector.add(arrivedBlock(block))
      run()
    }
    expect(test.chain.tip().height).toBe(120)
    expect(connector.size).toBe(0)
  })

  it('submits each block once, however long its scripts take', () => {
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
    const { connector, kinds, run } = start(test)
    for (const block of paying) connector.add(arrivedBlock(block))
    run()
    expect(kinds).toEqual(Array(8).fill('connected'))
    expect([test.chain.tip().height, connector.size, connector.bytes]).toEqual([109, 0, 0])
  })

  it('rejects blocks above its memory limit unless they have proof of work on the chain', () => {
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

  it('keeps the connected blocks when it is stopped during an import', () => {
    const { blocks, test } = source()
    const { connector, run } = start(test)
    for (const block of blocks) connector.add(arrivedBlock(block))
    let turns = 0
    run(() => {
      if (++turns === 3) connector.stop()
    })
    const { height } = test.chain.tip()
    expect([height > 0, height < 120, committedTip(test)]).toEqual([true, true, height])
    expect([connector.size, connector.add(arrivedBlock(blocks[0]!)), run()]).toEqual([0, false, 0])
  })
})
