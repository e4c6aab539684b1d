import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blockHash, computeTxid } from '../primitives/index.ts'
import { createTestNode, type TestNode, testKey } from '../testing/index.ts'

describe('blockTxids', () => {
  let node: TestNode
  beforeEach(() => {
    node = createTestNode()
    node.mine(101)
  })
  afterEach(() => node.close())

  it('returns the ids of an active block, a side-branch block and genesis', () => {
    const side = node.buildBlock({ prev: node.chain.tip().prev! })
    const paid = node.mineBlock({ txs: [node.pay(testKey(0), [{ value: 5n, scriptPubKey: testKey(1).p2pkh }])] })
    node.submit(side)
    for (const block of [paid, side]) {
      const entry = node.chain.byHash(blockHash(block.header))!
      expect(node.chain.txids(entry)).toEqual(block.txs.map(computeTxid))
    }
    const genesis = node.chain.byHeight(0)!
    expect(node.chain.txids(genesis)).toEqual(node.chain.block(genesis)!.txs.map(computeTxid))
  })

  it('returns the ids of an active block whose file is damaged', () => {
    const tip = node.chain.tip()
    const ids = node.chain.txids(tip)
    const file = join(node.dir, 'blocks', 'blk00000.dat')
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0xee, bytes.length - 20))
    expect(() => node.chain.blockBytes(tip)).toThrow('is damaged')
    expect(node.chain.txids(tip)).toEqual(ids)
  })
})
