import { afterEach, describe, expect, it } from 'vitest'
import type { ChainUpdate } from '../interfaces.ts'
import { createTestNode, type TestNode } from '../testing/index.ts'

const SERIES = { series: 'hold' } as const
let nodes: TestNode[] = []
afterEach(() => {
  for (const node of nodes) node.close()
  nodes = []
})

function pair(): { source: TestNode; chain: TestNode['chain']; updates: ChainUpdate[] } {
  const source = createTestNode()
  const sink = createTestNode()
  sink.clock.set(source.clock.now() + 100_000)
  nodes.push(source, sink)
  const updates: ChainUpdate[] = []
  sink.chain.subscribe((update) => updates.push(update))
  return { source, chain: sink.chain, updates }
}

describe('processBlocks in a series', () => {
  it('connects at once, and tells listeners when the series is settled', () => {
    const { source, chain, updates } = pair()
    const blocks = source.mine(6).map((block) => ({ block }))
    expect(chain.processBlocks(blocks.slice(0, 3), SERIES).map(({ kind }) => kind)).toEqual(Array(3).fill('connected'))
    chain.processBlocks(blocks.slice(3), { series: 'write' })
    expect(chain.tip().height).toBe(6)
    expect(updates).toEqual([])
    chain.settle()
    expect(updates.map(({ connected }) => connected.length)).toEqual([6])
  })

  it('tells listeners in parts when asked to, and the rest before anything changes', () => {
    const { source, chain, updates } = pair()
    const blocks = source.mine(7).map((block) => ({ block }))
    chain.processBlocks(blocks.slice(0, 6), SERIES)
    expect([chain.settle(2), updates.length]).toEqual([false, 0])
    expect(chain.settle(2)).toBe(false)
    expect(updates.map(({ connected, tip }) => [connected.length, tip.height])).toEqual([[2, 2]])
    chain.processBlock(blocks[6]!.block)
    expect(updates.map(({ connected, tip }) => [connected.length, tip.height])).toEqual([
      [2, 2],
      [4, 6],
      [1, 7],
    ])
    expect(chain.settle(2)).toBe(true)
  })

  it('is settled by whatever else changes the chain', () => {
    const { source, chain, updates } = pair()
    const blocks = source.mine(4).map((block) => ({ block }))
    chain.processBlocks(blocks.slice(0, 2), SERIES)
    chain.acceptHeaders([blocks[2]!.block.header])
    expect(updates.map(({ connected }) => connected.length)).toEqual([2])
    chain.processBlocks(blocks.slice(2, 3), SERIES)
    chain.processBlock(blocks[3]!.block)
    expect(updates.map(({ connected }) => connected.length)).toEqual([2, 1, 1])
  })

  it('keeps the good blocks when a later one takes the transaction back', () => {
    const { source, chain, updates } = pair()
    const blocks = source.mine(5).map((block) => ({ block }))
    const greedy = source.buildBlock({ coinbase: [{ value: 10n ** 10n, scriptPubKey: Uint8Array.of(0x51) }] })
    chain.processBlocks(blocks.slice(0, 3), SERIES)
    const kinds = chain.processBlocks([...blocks.slice(3), { block: greedy }], SERIES).map(({ kind }) => kind)
    chain.settle()
    expect(kinds).toEqual(['connected', 'connected', 'invalid'])
    expect(updates.flatMap(({ connected }) => connected.map(({ entry }) => entry.height))).toEqual([1, 2, 3, 4, 5])
    expect(chain.tip().height).toBe(5)
  })
})
