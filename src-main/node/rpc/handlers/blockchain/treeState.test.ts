import { afterEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import { createTestNode, type TestNode } from '../../../testing/index.ts'
import { vectorLines } from '../../../testing/vectors.ts'
import { toHex } from '../../../util/index.ts'
import { createTreeStateHandlers } from './treeState.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }
let node: TestNode
afterEach(() => node.close())
const ask = (name: string) =>
  createTreeStateHandlers({ chain: node.chain }).z_gettreestate({ 'hash|height': name }, context)

const [recorded] = vectorLines<{ treestate?: object }>('shielded/reference.jsonl').flatMap(
  ({ treestate }) => treestate ?? [],
)

describe('z_gettreestate', () => {
  it('returns empty trees as recorded, the Sapling tree if it has a height', () => {
    node = createTestNode({ args: ['-ac_name=ZKT', '-regtest'], time: 1_400_000_000 })
    node.mineBlock({ time: 1_400_000_000 })
    const { hashHex: hash, height, time } = node.chain.tip()
    expect(ask('1')).toEqual({ hash, height, time, ...recorded })
  })

  it('returns the trees after a block with notes, and the same for later blocks', () => {
    node = createTestNode()
    node.mine(2)
    const empty = ask('2')
    const sapling = { root: new Uint8Array(32).fill(5), frontier: Uint8Array.of(1, ...Array(32).fill(9), 0, 0) }
    const pool = { delta: 3n, value: 3n }
    const { root, frontier } = node.chain.shieldedPools(node.chain.tip())!.sprout
    const nullifiers = { sprout: [], sapling: [] }
    node.storage.shielded.add({
      height: 3,
      sprout: { ...pool, root, frontier },
      sapling: { ...pool, ...sapling },
      nullifiers,
    })
    node.mine(2)
    expect(ask('2')).toEqual(empty)
    const commitments = { finalRoot: toHex(sapling.root), finalState: toHex(sapling.frontier) }
    expect(ask('4')).toMatchObject({ height: 4, sapling: { commitments } })
  })

  it('rejects blocks off the active chain', () => {
    node = createTestNode()
    node.mine(2)
    const gone = node.chain.tip()
    node.storage.shielded.add({
      ...node.chain.shieldedPools(gone)!,
      height: 1,
      nullifiers: { sprout: [], sapling: [] },
    })
    node.chain.invalidateBlock(gone)
    expect(() => ask(gone.hashHex)).toThrow('Requested block is not part of the main chain')
    expect(() => ask('2')).toThrow('Block height out of range')
  })
})
