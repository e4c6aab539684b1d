import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BlockEntry } from '../core/index.ts'
import { type Block, blockHash, serializeBlock } from '../primitives/index.ts'
import { createTestNode, type TestNode, testKey } from '../testing/index.ts'
import { notarisationScript } from '../testing/notarisationScript.ts'
import { COMMIT_IN_BATCHES } from './importer/blocks.ts'

/** For a chain name like this, notarisations need no notary signatures. */
const ARGS = ['-ac_name=TXSCLT', '-regtest', '-ac_supply=1000', '-ac_sapling=1']

let node: TestNode
beforeEach(() => {
  node = createTestNode({ args: ARGS })
  node.chain.isInitialDownload()
  node.mine(8)
})
afterEach(() => node.close())

const last = () => node.chain.notarisations.last()
const getEntry = (block: Block): BlockEntry => node.chain.byHash(blockHash(block.header))!

interface Said {
  readonly hash?: Uint8Array
  readonly mom?: { readonly root: Uint8Array; readonly depth: number }
  readonly output?: number
}

/** A transaction that notarises a block. */
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

/** Submits blocks on top of an entry. Returns the answers of submitblock. */
function branch(from: BlockEntry, length: number): { readonly answers: (string | null)[]; readonly first: Block } {
  const answers: (string | null)[] = []
  let first: Block | undefined
  let prev = from
  for (let count = 0; count < length; count++) {
    const block = node.buildBlock({ prev })
    first ??= block
    node.clock.set(Math.max(node.clock.now(), block.header.time))
    answers.push(node.submit(block))
    prev = getEntry(block) ?? prev
  }
  return { answers, first: first! }
}

describe('notarisations of connected blocks', () => {
  it('advance the notarised height, and ignore older blocks and their own block', () => {
    notarise(5)
    expect(last()).toMatchObject({ height: 5, foundAt: 9 })
    for (const height of [4, 5]) notarise(height)
    expect(last()?.foundAt).toBe(9)
    notarise(12, { hash: node.chain.tip().hash })
    expect(last()?.height).toBe(5)
    notarise(9)
    expect(last()).toMatchObject({ height: 9, foundAt: 13 })
  })

  it('count only in the second output and for known blocks', () => {
    for (const output of [0, 2]) notarise(5, { output })
    notarise(5, { hash: new Uint8Array(32) })
    notarise(5, { hash: node.chain.byHeight(6)!.hash })
    expect(last()).toBeUndefined()
  })

  it('keep the last merkle root if they contain no root', () => {
    const root = new Uint8Array(32).fill(3)
    notarise(5, { mom: { root, depth: 2 } })
    notarise(7)
    expect(last()).toMatchObject({ height: 7, mom: root, momDepth: 2 })
    const covering = [3, 4, 5, 6, 7, 8].map((height) => node.chain.notarisations.covering(height)?.height)
    expect(covering).toEqual([undefined, 5, 5, 7, 7, undefined])
  })

  it('take effect within a batch and vanish if it is rolled back', () => {
    const other = createTestNode({ args: ARGS })
    const block = notarise(5)
    const blocks = [1, 2, 3, 4, 5, 6, 7, 8].map((height) => node.chain.block(node.chain.byHeight(height)!)!)
    const outcomes: string[] = []
    const queue = other.importQueue
    const done = ({ kind }: { readonly kind: string }) => void outcomes.push(kind)
    other.clock.set(node.clock.now())
    for (const one of [...blocks, block]) queue.submit({ bytes: serializeBlock(one), done })
    while (queue.size > 0) queue.step({ policy: () => COMMIT_IN_BATCHES }, 1)
    // Not visible before the commit.
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

describe('branches that exclude a notarised block', () => {
  it('never become active, even if their blocks were known before', () => {
    const rival = branch(node.chain.byHeight(3)!, 5)
    expect(rival.answers).toEqual(Array(5).fill('inconclusive'))
    notarise(5)
    const tip = () => node.chain.tip()
    const best = tip()
    // The leaf is above the notarised height, so headers on it are accepted.
    const leaf = node.chain.tips().find((entry) => entry !== best)!
    const { answers } = branch(leaf, 3)
    expect(answers).toEqual(['inconclusive', 'past-notarized-height', 'bad-prevblk'])
    expect(tip()).toBe(best)
    expect(node.chain.tipStatus(getEntry(rival.first))).toBe('invalid')
  })

  it('become active if they fork at the notarised block itself', () => {
    notarise(5)
    const { answers } = branch(node.chain.byHeight(5)!, 5)
    expect(answers.at(-1)).toBeNull()
    expect(node.chain.tip().height).toBe(10)
    // The block with the notarisation is disconnected, but the notarisation stays.
    expect(last()?.height).toBe(5)
  })

  it('fail the header check from the next block on', () => {
    notarise(5)
    const early = branch(node.chain.byHeight(3)!, 1)
    expect(early.answers).toEqual(['inconclusive'])
    node.mine(1)
    expect(branch(node.chain.byHeight(3)!, 1).answers).toEqual(['rejected'])
    expect(branch(node.chain.byHeight(4)!, 1).answers).toEqual(['rejected'])
    // Known headers stay known, and blocks of the notarised chain are still accepted.
    expect(node.submit(early.first)).toBe('duplicate-inconclusive')
    expect(node.submit(node.chain.block(node.chain.byHeight(4)!)!)).toBe('duplicate')
  })

  it('stay possible if the notarised block is unknown', () => {
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

describe('a chain that notaries have left', () => {
  const DAY = 24 * 3600
  const counts = (height: number) => {
    const { notarisations } = node.chain
    const raw = node.chain.tip().height - height + 1
    return [notarisations.confirmations(height, raw), notarisations.shownConfirmations(height, raw)]
  }
  /** Mines 12 blocks a minute apart, enough to set the median time. The first is some seconds after the tip. */
  function mineLater(seconds: number): void {
    const first = node.chain.tip().time + seconds
    for (let count = 0; count < 12; count++) node.mineBlock({ time: first + 60 * count })
  }

  it('counts blocks for users more than a day after the last notarisation, as komodod does not', () => {
    expect(node.chain.notarisations.lapsed()).toBe(false)
    notarise(5)
    mineLater(DAY - 3600)
    expect(node.chain.notarisations.lapsed()).toBe(false)
    expect(counts(7)).toEqual([1, 1])
    mineLater(7200)
    expect(node.chain.notarisations.lapsed()).toBe(true)
    const { height } = node.chain.tip()
    expect(counts(7)).toEqual([1, height - 6])
    expect(counts(4)).toEqual([height - 3, height - 3])
  })

  it('counts notarised blocks again after the next notarisation', () => {
    notarise(5)
    mineLater(2 * DAY)
    expect(node.chain.notarisations.lapsed()).toBe(true)
    notarise(10)
    expect(node.chain.notarisations.lapsed()).toBe(false)
    expect(counts(12)).toEqual([1, 1])
  })

  it('counts the blocks of a chain that was never notarised as komodod does', () => {
    mineLater(10 * DAY)
    expect(node.chain.notarisations.lapsed()).toBe(false)
    expect(counts(3)).toEqual([node.chain.tip().height - 2, node.chain.tip().height - 2])
  })
})
