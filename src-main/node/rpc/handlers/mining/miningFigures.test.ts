import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallContext } from '#shared/rpc/define.ts'
import { defaultMempoolPolicy, Mempool } from '../../../mempool/index.ts'
import { createTestNode, silentLogger, type TestNode } from '../../../testing/index.ts'
import { fromDisplayHex } from '../../../util/index.ts'
import { createMiningFigureHandlers } from './miningFigures.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }
const TXID = 'ab'.repeat(32)

describe('mining figure handlers', () => {
  let node: TestNode
  let mempool: Mempool
  const handlers = () => createMiningFigureHandlers({ chain: node.chain, mempool })

  beforeEach(() => {
    node = createTestNode()
    const { params, chain, verifier, clock } = node
    mempool = new Mempool(defaultMempoolPolicy(params), { params, chain, verifier, clock, logger: silentLogger })
  })
  afterEach(() => node.close())

  it('add up the fee and priority deltas of a transaction, even if it is unknown', () => {
    const { prioritisetransaction } = handlers()
    for (const fee of [10000n, -3000n]) {
      expect(prioritisetransaction({ txid: TXID, 'priority delta': 0.5, 'fee delta': fee }, context)).toBe(true)
    }
    expect(mempool.deltasOf(fromDisplayHex(TXID))).toEqual({ priority: 1, fee: 7000n })
    expect(() => prioritisetransaction({ txid: 'zz', 'priority delta': 0, 'fee delta': 1n }, context)).toThrow(
      "txid must be hexadecimal string (not 'zz')",
    )
  })

  it('return the same estimate for getnetworksolps and getnetworkhashps, and -1 for estimatefee', () => {
    const own = handlers()
    const window = { blocks: 120, height: -1 }
    expect(own.getnetworksolps(window, context)).toBe(own.getnetworkhashps(window, context))
    expect(own.estimatefee({ nblocks: 1 }, context)).toBe(-1)
    expect(own.estimatepriority({ nblocks: 1 }, context)).toBe(-1)
  })
})
