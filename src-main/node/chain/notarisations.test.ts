import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BlockEntry } from '../core/index.ts'
import { type Block, blockHash, serializeBlock } from '../primitives/index.ts'
import { createTestNode, type TestNode, testKey } from '../testing/index.ts'
import { notarisationScript } from '../testing/notarisationScript.ts'
import { COMMIT_IN_BATCHES } from './importer/blocks.ts'

/** Nobody has to sign notarisations of a chain with such a name. */
const ARGS = ['-ac_name=TXSCLT', '-regtest', '-ac_supply=1000', '-ac_sapling=1']

let node: TestNode
beforeEach(() => {
  node = createTestNode({ args: ARGS })
  node.chain.isInitialDownload()
  node.mine(8)
})
afterEach(() => node.close())

const last = () => node.chain.notarisations.last()
const entryOf = (block: Block): BlockEntry => node.chain.byHash(blockHash(block.header))!

interface Said {
  readonly hash?: Uint8Array
  readonly mom?: { readonly root: Uint8Array; readonly depth: number }
  readonly output?: number
}

/** A transaction that says that a block is notarised. */
function saying(height: number, { hash, mom, output = 1 }: Said = {}) {
  const script = notarisationScript({
    name: node.params.name,
    hash: hash ?? node.chain.byHeight(height)!.hash,
    height,
    destTxid: new Uint8Array(32).fill(height),
    ...(mom && { mom }),
  })
  const before = Array.from({ length: output }, () => ({ value: 1000n, scriptPubKey: testKey(1).p2pk }))
  return node.pay(testKey(0), [...before, { value: 0n, scriptPubKey: script }])
}

const notarise = (height: number, said?: Said) => node.mineBlock({ txs: [saying(height, said)] })

/** Blocks on top of an entry; the answers of submitblock. */
function branch(from: BlockEntry, length: number): { readonly answers: (string | null)[]; readonly first: Block } {
  const answers: (string | null)[] = []
  let first: Block | undefined
  let prev = from
  for (let count = 0; count < length; count++) {
    const block = node.buildBlock({ prev })
    first ??= block
    node.clock.set(Math.max(node.clock.now(), block.header.time))
    answers.push(node.submit(block))
    prev = entryOf(block) ?? prev
  }
  return { answers, first: first! }
}

describe('notarisations of connected blocks', () => {
  it('move upwards, and stop short of their own block', () => {
    notarise(5)
    expect(last()).toMatchObject({ height: 5, foundAt: 9 })
    for (const height of [4, 5]) notarise(height)
    expect(last()?.foundAt).toBe(9)
    notarise(12, { hash: node.chain.tip().hash })
    expect(last()?.height).toBe(5)
    notarise(9)
    expect(last()).toMatchObject({ height: 9, foundAt: 13 })
  })

  it('are in the second output only, and of blocks that are known', () => {
    for (const output of [0, 2]) notarise(5, { output })
    notarise(5, { hash: new Uint8Array(32) })
    notarise(5, { hash: node.chain.byHeight(6)!.hash })
    expect(last()).toBeUndefined()
  })

  it('leave the last merkle root standing where they bring none', () => {
    const root = new Uint8Array(32).fill(3)
    notarise(5, { mom: { root, depth: 2 } })
    notarise(7)
    expect(last()).toMatchObject({ height: 7, mom: root, momDepth: 2 })
    const covering = [3, 4, 5, 6, 7, 8].map((height) => node.chain.notarisations.covering(height)?.height)
    expect(covering).toEqual([undefined, 5, 5, 7, 7, undefined])
  })

  it('are found in a batch of blocks as well, and go with it if it is taken back', () => {
    const other = createTestNode({ args: ARGS })
    const block = notarise(5)
    const blocks = [1, 2, 3, 4, 5, 6, 7, 8].map((height) => node.chain.block(node.chain.byHeight(height)!)!)
    const outcomes: string[] = []
    const queue = other.importQueue
    const done = ({ kind }: { readonly kind: string }) => void outcomes.push(kind)
    other.clock.set(node.clock.now())
    for (const one of [...blocks, block]) queue.submit({ bytes: serializeBlock(one), done })
    while (queue.size > 0) queue.step({ policy: () => COMMIT_IN_BATCHES }, 1)
    // Nobody hears of it before it is durable.
    expect(other.storage.notarisations.newest()?.height).toBe(5)
    expect(other.chain.notarisations.last()).toBeUndefined()
    queue.finish()
    expect(other.chain.notarisations.last()?.height).toBe(5)
    other.storage.begin()
    other.storage.notarisations.add({ ...last()!, height: 6 })
    other.storage.rollback()
    expect(other.storage.notarisations.newest()?.height).toBe(5)
    other.close()
  })
})

describe('branches beside a notarised block', () => {
  it('never take over if they were known before', () => {
    const rival = branch(node.chain.byHeight(3)!, 5)
    expect(rival.answers).toEqual(Array(5).fill('inconclusive'))
    notarise(5)
    const tip = () => node.chain.tip()
    const best = tip()
    // Above the notarised height, so that its header passes.
    const leaf = node.chain.tips().find((entry) => entry !== best)!
    const { answers } = branch(leaf, 3)
    expect(answers).toEqual(['inconclusive', 'past-notarized-height', 'bad-prevblk'])
    expect(tip()).toBe(best)
    expect(node.chain.tipStatus(entryOf(rival.first))).toBe('invalid')
  })

  it('may begin right at it', () => {
    notarise(5)
    const { answers } = branch(node.chain.byHeight(5)!, 5)
    expect(answers.at(-1)).toBeNull()
    expect(node.chain.tip().height).toBe(10)
    // The block that said so is gone; what it said stays.
    expect(last()?.height).toBe(5)
  })

  it('are refused by their headers from the next block on', () => {
    notarise(5)
    const early = branch(node.chain.byHeight(3)!, 1)
    expect(early.answers).toEqual(['inconclusive'])
    node.mine(1)
    expect(branch(node.chain.byHeight(3)!, 1).answers).toEqual(['rejected'])
    expect(branch(node.chain.byHeight(4)!, 1).answers).toEqual(['rejected'])
    // What is known stays known, and the notarised chain's own blocks come in as ever.
    expect(node.submit(early.first)).toBe('duplicate-inconclusive')
    expect(node.submit(node.chain.block(node.chain.byHeight(4)!)!)).toBe('duplicate')
  })

  it('do not count what the chain has never seen', () => {
    node.storage.begin()
    const foreign = { foundAt: 8, height: 7, hash: new Uint8Array(32), destTxid: new Uint8Array(32) }
    node.storage.notarisations.add({ ...foreign, mom: undefined, momDepth: 0 })
    const { tip, indexed } = node.storage.committed()
    node.storage.commit({ tip, indexed })
    expect(last()).toBeUndefined()
    expect(node.chain.notarisations.confirmations(3, 6)).toBe(1)
    const { answers } = branch(node.chain.byHeight(3)!, 6)
    expect(answers.at(-1)).toBeNull()
  })
})
