import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { methods } from '#shared/rpc/index.ts'
import { createTestNode, type TestNode } from '../../../testing/index.ts'
import { toDisplayHex } from '../../../util/index.ts'
import { encodeBlock } from '../../format/block.ts'
import { encodeTransaction } from '../../format/transaction.ts'
import { BlockTransactionTexts } from './blockTransactionTexts.ts'

const encode = (result: unknown): string => methods.getblock.result.encode(result as never)

describe('BlockTransactionTexts', () => {
  let node: TestNode
  let transactions: BlockTransactionTexts
  beforeEach(() => {
    node = createTestNode()
    node.mine(3)
    transactions = new BlockTransactionTexts(node.chain, node.params.ccEnabled)
  })
  afterEach(() => node.close())

  it('encodes the same replies as the shapes of the contract, each time', () => {
    const { chain, params } = node
    const entry = chain.byHeight(2)!
    const ids = chain.txids(entry)!.map(toDisplayHex)
    const decoded = chain.block(entry)!.txs.map((tx) => encodeTransaction(tx, params.ccEnabled))
    for (let call = 0; call < 2; call++) {
      expect(encode(encodeBlock(chain, entry, transactions.ids(entry)!))).toBe(encode(encodeBlock(chain, entry, ids)))
      expect(encode(encodeBlock(chain, entry, transactions.decoded(entry)!))).toBe(
        encode(encodeBlock(chain, entry, decoded)),
      )
    }
  })

  it('reads a block once, while its confirmations follow the tip', () => {
    const { chain } = node
    const entry = chain.byHeight(2)!
    const reads = vi.spyOn(chain, 'block')
    const before = encode(encodeBlock(chain, entry, transactions.decoded(entry)!))
    node.mine(1)
    const after = encode(encodeBlock(chain, entry, transactions.decoded(entry)!))
    expect(reads).toHaveBeenCalledTimes(1)
    expect(before).toContain('"rawconfirmations":2,')
    expect(after).toContain('"rawconfirmations":3,')
  })
})
