import { describe, expect, it } from 'vitest'
import { readVector } from '../testing/vectors.ts'
import { DecodeError, fromHex, toDisplayHex, toHex } from '../util/index.ts'
import {
  type Block,
  blockHash,
  computeTxid,
  merkleRoot,
  parseBlock,
  parseTransaction,
  serializeBlock,
  serializeTransaction,
} from './index.ts'

interface RecordedBlock {
  readonly hash: string
  readonly hex: string
}

const lines = <T>(file: string) =>
  readVector(file)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

/** Copies a block without the raw bytes that parsed objects keep, so that serialising uses the fields. */
const copied = (block: Block): Block => ({ header: { ...block.header }, txs: block.txs.map((tx) => ({ ...tx })) })

describe('recorded blocks', () => {
  it.each([
    ['tst1/blocks.jsonl', 86],
    ['regtest/blocks.jsonl', 263],
    ['regtest/blocks_stale.jsonl', 4],
    ['regtest/blocks_variants_chain.jsonl', 27],
  ])('keep bytes, hash and Merkle root (%s)', (file, count) => {
    const recorded = lines<RecordedBlock>(file)
    expect(recorded.length).toBe(count)
    for (const { hash, hex } of recorded) {
      const block = parseBlock(fromHex(hex))
      expect(toHex(serializeBlock(block)) === hex).toBe(true)
      expect(toHex(serializeBlock(copied(block))) === hex).toBe(true)
      expect(toDisplayHex(blockHash(block.header))).toBe(hash)
      expect(blockHash({ ...block.header })).toEqual(blockHash(block.header))
      expect(block.txs.map((tx) => computeTxid({ ...tx }))).toEqual(block.txs.map(computeTxid))
      expect(merkleRoot(block.txs.map(computeTxid))).toEqual({ root: block.header.merkleRoot, mutated: false })
    }
  })

  it('parse if hand-made unless malformed, and reveal the Merkle attack', () => {
    const refused: string[] = []
    const mutated: string[] = []
    const wrongRoot: string[] = []
    for (const { note, block_hex: hex } of lines<{ note: string; block_hex: string }>(
      'regtest/blocks_variants.jsonl',
    )) {
      try {
        const block = parseBlock(fromHex(hex))
        expect(toHex(serializeBlock(copied(block))) === hex).toBe(true)
        const tree = merkleRoot(block.txs.map(computeTxid))
        if (tree.mutated) mutated.push(note)
        if (toHex(tree.root) !== toHex(block.header.merkleRoot)) wrongRoot.push(note)
      } catch (error) {
        if (!(error instanceof DecodeError)) throw error
        refused.push(note)
      }
    }
    expect(refused).toEqual(['tx with unknown overwintered version', 'trailing byte after the block'])
    expect(mutated).toEqual(['merkle duplicate attack (CVE-2012-2459)'])
    expect(wrongRoot.length).toBe(2)
  })
})

describe('recorded transactions', () => {
  it('keep their bytes in every form, including shielded ones', () => {
    const cases = JSON.parse(readVector('script/sighash.json')) as string[][]
    expect(cases.length).toBe(500)
    const forms = new Set<string>()
    for (const [hex = ''] of cases) {
      const tx = parseTransaction(fromHex(hex))
      forms.add(
        `${tx.overwintered} ${tx.joinSplits.length > 0} ${tx.shieldedSpends.length + tx.shieldedOutputs.length > 0}`,
      )
      expect(toHex(serializeTransaction({ ...tx })) === hex).toBe(true)
    }
    expect(forms.size).toBe(6)
  })

  it.each(['script/tx_valid.json', 'script/tx_invalid.json'])('keep their bytes (%s)', (file) => {
    const cases = JSON.parse(readVector(file)) as string[][]
    expect(cases.length).toBeGreaterThan(30)
    for (const [, hex = ''] of cases)
      expect(toHex(serializeTransaction({ ...parseTransaction(fromHex(hex)) }))).toBe(hex)
  })
})
