import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestNode, type TestNode, vectorLines } from '../testing/index.ts'
import { readVector } from '../testing/vectors.ts'
import { fromHex, toDisplayHex } from '../util/index.ts'

interface RecordedBlock {
  readonly height: number
  readonly hash: string
  readonly hex: string
  readonly time: number
}

interface OfferedBlock extends RecordedBlock {
  readonly case: string
  readonly verdict: string | null
  readonly connected: boolean
  readonly best: string
}

const { options } = JSON.parse(readVector('staked/NTZ/params.json')) as { options: string[] }
const CHAIN = options.filter((word) => word.startsWith('-ac_'))
const blocks = vectorLines<RecordedBlock>('staked/NTZ/blocks.jsonl')
const forks = vectorLines<OfferedBlock>('staked/NTZ/forks.jsonl')

let node: TestNode
beforeEach(() => {
  node = createTestNode({ args: CHAIN, time: blocks[0]!.time })
  node.chain.isInitialDownload()
})
afterEach(() => node.close())

function submit({ hex, time }: RecordedBlock): string | null {
  node.clock.set(Math.max(node.clock.now(), time))
  // Ends the initial download: only then are notarisations of unknown blocks rejected.
  node.chain.isInitialDownload()
  return node.chain.submitBlock(fromHex(hex))
}

function submitAll(): void {
  for (const block of blocks) expect(submit(block)).toBeNull()
}

describe('the recorded chain with notarisations', () => {
  it('finds the only valid notarisation', () => {
    const found = blocks.map((block) => {
      expect(submit(block)).toBeNull()
      return node.chain.notarisations.last()
    })
    expect(found.slice(0, 6)).toEqual(Array(6).fill(undefined))
    const [last] = found.slice(6)
    expect(last).toMatchObject({ foundAt: 7, height: 5, momDepth: 3 })
    expect(toDisplayHex(last!.hash)).toBe(blocks[4]!.hash)
    expect(toDisplayHex(last!.destTxid)).toBe('a1'.repeat(32))
    expect(toDisplayHex(last!.mom!)).toBe('11'.repeat(32))
    // Block 8 contains five notarisations that do not count.
    expect(found.slice(7)).toEqual([last, last])
  })

  it('counts more than one confirmation only below the notarised block', () => {
    submitAll()
    const { confirmations } = node.chain.notarisations
    expect([4, 5, 6, 9].map((height) => confirmations(height, 10 - height))).toEqual([6, 1, 1, 1])
    // In order: in the mempool, off the active chain, genesis.
    expect([confirmations(0x7fffffff, 0), confirmations(9, -1), confirmations(0, 10)]).toEqual([0, -1, 10])
  })

  it('gives the recorded verdicts on competing branches', () => {
    submitAll()
    for (const fork of forks) {
      expect({ verdict: submit(fork), best: node.chain.tip().hashHex }, fork.case).toEqual({
        verdict: fork.verdict,
        best: fork.best,
      })
    }
    // The block with the notarisation is disconnected, but the notarisation stays.
    expect(node.chain.byHeight(7)?.hashHex).not.toBe(blocks[6]!.hash)
    expect(node.chain.notarisations.last()?.height).toBe(5)
  })

  it('rejects invalidateblock up to the notarised block and changes nothing', () => {
    submitAll()
    const tip = node.chain.tip()
    for (const height of [5, 3, 1]) {
      const verdict = node.chain.invalidateBlock(node.chain.byHeight(height)!)
      expect(verdict).toMatchObject({ ok: false, reason: 'past-notarized-height' })
    }
    expect(node.chain.tip()).toBe(tip)
    expect(node.chain.invalidateBlock(node.chain.byHeight(6)!)).toMatchObject({ ok: true })
    expect(node.chain.tip().height).toBe(5)
    expect(node.chain.notarisations.last()?.height).toBe(5)
  })

  it('keeps the notarisation across a restart', () => {
    submitAll()
    const last = node.chain.notarisations.last()
    node.storage.close()
    // The directory is removed with the first node.
    const again = createTestNode({ args: CHAIN, dataDir: node.dir })
    expect(again.chain.notarisations.last()).toEqual(last)
    again.close()
  })
})
