import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BlockEntry } from '../../core/index.ts'
import { blockHash } from '../../primitives/index.ts'
import { createTestNode, type TestNode } from '../../testing/index.ts'
import { hashKey } from '../../util/index.ts'
import { HeaderPath } from './headerPath.ts'
import { InFlight } from './inFlight.ts'
import { buildLocator, forkPoint } from './locator.ts'
import { planDownload } from './plan.ts'

describe('paths, locators and download plans on a chain with a branch', () => {
  let node: TestNode
  let branch: BlockEntry
  beforeAll(() => {
    node = createTestNode()
    node.mine(40)
    // A longer branch from block 30 on, with headers only.
    const other = createTestNode()
    for (const height of Array.from({ length: 30 }, (_, index) => index + 1)) {
      other.clock.set(node.chain.tip().time)
      other.chain.processBlock(node.chain.block(node.chain.byHeight(height)!)!)
    }
    const blocks = Array.from({ length: 1_200 }, (_, index) => other.mineBlock({ tag: 5_000 + index }))
    node.clock.set(other.clock.now())
    for (let at = 0; at < blocks.length; at += 160)
      node.chain.acceptHeaders(blocks.slice(at, at + 160).map(({ header }) => header))
    branch = node.chain.byHash(blockHash(blocks.at(-1)!.header))!
    other.close()
  })
  afterAll(() => node.close())

  it('find ancestors and fork points', () => {
    const { chain } = node
    const path = new HeaderPath(chain)
    expect(branch.height).toBe(1_230)
    for (const height of [0, 29, 30, 31, 40, 1_000, 1_230]) {
      let walked: BlockEntry = branch
      while (walked.height > height) walked = walked.prev!
      expect(path.ancestor(branch, height)).toBe(walked)
    }
    expect(path.forkOf(chain.tip(), branch)).toBe(chain.byHeight(30))
    expect(path.forkOf(branch, path.ancestor(branch, 700)).height).toBe(700)
    expect(path.forkOf(chain.tip(), chain.tip())).toBe(chain.tip())
  })

  it('build locators from which the fork point is found', () => {
    const { chain } = node
    const path = new HeaderPath(chain)
    const heights = buildLocator(branch, path).map((hash) => chain.byHash(hash)!.height)
    expect(heights.slice(0, 14)).toEqual([
      1230, 1229, 1228, 1227, 1226, 1225, 1224, 1223, 1222, 1221, 1220, 1219, 1217, 1213,
    ])
    expect(heights.at(-1)).toBe(0)
    expect(forkPoint(buildLocator(branch, path), chain).height).toBe(0)
    expect(forkPoint(buildLocator(chain.byHeight(35)!, path), chain).height).toBe(35)
    expect(forkPoint([], chain).height).toBe(0)
  })

  it('plan the unrequested blocks above the fork, within the window', () => {
    const { chain } = node
    const path = new HeaderPath(chain)
    const asked = new Map<BlockEntry, string>()
    let upTo = Number.POSITIVE_INFINITY
    const plan = (count: number, common?: BlockEntry) =>
      planDownload({
        ...{ best: branch, common, count, chain, path, upTo },
        askedOf: (entry) => asked.get(entry),
        waiting: () => false,
      })
    const first = plan(16)
    expect(first.common.height).toBe(30)
    expect(first.blocks.map(({ height }) => height)).toEqual(Array.from({ length: 16 }, (_, index) => 31 + index))
    for (const entry of first.blocks) asked.set(entry, 'slow')
    expect(plan(2).blocks.map(({ height }) => height)).toEqual([47, 48])
    // All blocks in the window are in flight: the peer with the lowest one stalls it.
    for (let height = 47; height <= 30 + 1024; height++) asked.set(path.ancestor(branch, height), 'quick')
    expect(plan(16)).toMatchObject({ blocks: [], staller: 'slow' })
    asked.clear()
    upTo = 33
    expect(plan(16).blocks.map(({ height }) => height)).toEqual([31, 32, 33])
    upTo = 0
    expect(plan(16)).toMatchObject({ blocks: [], staller: undefined })
  })
})

describe('InFlight', () => {
  const hash = (fill: number) => new Uint8Array(32).fill(fill)

  it('records the requests of each peer and their deadlines', () => {
    const inFlight = new InFlight<string>()
    const known = {} as BlockEntry
    inFlight.request('a', hash(1), known, 1_000, 60)
    inFlight.request('a', hash(2), known, 1_000, 60)
    inFlight.request('b', hash(3), undefined, 1_000, 60)
    expect([inFlight.count('a'), inFlight.count('b'), inFlight.total()]).toEqual([2, 1, 3])
    expect(inFlight.oldest('a')?.deadline).toBe(1_000 + 60 * 500 * 4)
    expect(inFlight.oldest('b')?.deadline).toBe(1_000 + 60 * 500 * 6)
    expect(inFlight.arrived(hash(1))).toEqual(['a'])
    expect(inFlight.arrived(hash(1))).toEqual([])
    inFlight.forget('a')
    expect([inFlight.has(hash(2)), inFlight.byBlock(hashKey(hash(3)))?.peer, inFlight.total()]).toEqual([false, 'b', 1])
  })

  it('computes deadlines without counting blocks with unknown headers', () => {
    const inFlight = new InFlight<string>()
    for (let n = 0; n < 200; n++) inFlight.request(`crowd ${n}`, hash(n), undefined, 1_000, 60)
    inFlight.request('a', hash(201), {} as BlockEntry, 1_000, 60)
    expect(inFlight.oldest('a')?.deadline).toBe(1_000 + 60 * 500 * 4)
  })

  it('treats the last request of a block as current, and keeps the earlier ones', () => {
    const inFlight = new InFlight<string>()
    const key = hashKey(hash(1))
    inFlight.request('a', hash(1), {} as BlockEntry, 1_000, 60)
    inFlight.request('b', hash(1), {} as BlockEntry, 5_000, 60)
    expect([inFlight.byBlock(key)?.peer, inFlight.isAsked('a', key), inFlight.total()]).toEqual(['b', true, 1])
    inFlight.forget('a')
    expect(inFlight.byBlock(key)?.peer).toBe('b')
    inFlight.request('c', hash(1), undefined, 6_000, 60)
    expect(inFlight.arrived(hash(1))).toEqual(['b', 'c'])
    expect([inFlight.count('b'), inFlight.count('c'), inFlight.total()]).toEqual([0, 0, 0])
  })
})
