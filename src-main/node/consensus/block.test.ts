import { describe, expect, it } from 'vitest'
import { merkleRoot, serializeBlock, type Transaction, txidOf } from '../primitives/index.ts'
import {
  blockSize,
  checkBlock,
  checkBlockTransactions,
  checkConnectedBlock,
  checkSaplingRoot,
  contextualCheckBlock,
  EMPTY_SAPLING_ROOT,
} from './block.ts'
import { subsidy } from './subsidy.ts'
import { block, chain, coinbase, input, OLD_FORM, output, SAPLING, SPROUT, transaction } from './testing/testSamples.ts'
import { MAX_BLOCK_SIZE } from './upgrades.ts'
import { VALID } from './verdict.ts'

const smart = chain('-ac_name=A -ac_supply=100 -ac_reward=100000000')
const reward = coinbase(9, [output(100_000_000n)])
const limits = { maxSize: MAX_BLOCK_SIZE }
const tx = (from: number): Transaction => transaction({ vin: [input({ from })] })

describe('checkBlock', () => {
  it('accepts a coinbase alone and with others', () => {
    expect(checkBlock(block([reward]), limits)).toEqual(VALID)
    expect(checkBlock(block([reward, tx(1), tx(2)]), limits)).toEqual(VALID)
  })

  it('refuses a body that is not what the header promises', () => {
    const wrong = block([reward], { merkleRoot: new Uint8Array(32) })
    expect(checkBlock(wrong, limits)).toEqual({
      ok: false,
      kind: 'refused',
      code: 0x10,
      reason: 'bad-txnmrklroot',
      score: 100,
    })
    expect(checkBlock({ ...block([reward]), txs: [] }, limits)).toMatchObject({ reason: 'bad-txnmrklroot' })
  })

  it('refuses a repeated tail that leaves the Merkle root as it is', () => {
    const honest = block([reward, tx(1), tx(2)])
    const attack = { ...honest, txs: [...honest.txs, tx(2)] }
    expect(merkleRoot(attack.txs.map(txidOf)).root).toEqual(honest.header.merkleRoot)
    expect(checkBlock(attack, limits)).toMatchObject({ kind: 'refused', reason: 'bad-txns-duplicate' })
  })

  it('refuses a block above the size limit', () => {
    const some = block([reward, tx(1)], { solution: new Uint8Array(36) })
    const size = serializeBlock(some).length
    expect(blockSize(some)).toBe(size)
    expect(checkBlock(some, { maxSize: size })).toEqual(VALID)
    expect(checkBlock(some, { maxSize: size - 1 })).toMatchObject({ kind: 'refused', reason: 'bad-blk-length' })
  })

  it('refuses an empty block whose root is that of nothing', () => {
    const { root } = merkleRoot([])
    expect(checkBlock(block([], { merkleRoot: root }), limits)).toMatchObject({ reason: 'bad-blk-length' })
  })

  it('wants one coinbase, in front', () => {
    expect(checkBlock(block([tx(1)]), limits)).toMatchObject({ kind: 'refused', reason: 'bad-cb-missing' })
    expect(checkBlock(block([tx(1), reward]), limits)).toMatchObject({ reason: 'bad-cb-missing' })
    expect(checkBlock(block([reward, tx(1), coinbase(10, [])]), limits)).toMatchObject({ reason: 'bad-cb-multiple' })
  })
})

describe('contextualCheckBlock', () => {
  const place = { height: 9, upgrades: SAPLING }

  it('accepts a block in its place', () => {
    expect(contextualCheckBlock(smart, block([reward, tx(1)]), place)).toEqual(VALID)
  })

  it('judges the form of every transaction, the coinbase included', () => {
    const old = coinbase(9, [output(1n)], OLD_FORM)
    const verdict = contextualCheckBlock(smart, block([old]), place)
    expect(verdict).toMatchObject({ kind: 'inconclusive', reason: 'tx-overwinter-active', score: 100 })
    const mixed = block([reward, transaction(OLD_FORM)])
    expect(contextualCheckBlock(smart, mixed, place)).toMatchObject({ reason: 'tx-overwinter-active' })
    expect(contextualCheckBlock(smart, block([old, transaction(OLD_FORM)]), { ...place, upgrades: SPROUT })).toEqual(
      VALID,
    )
  })

  it('judges locks by the block’s own time', () => {
    const locked = transaction({ lockTime: 1_700_000_000, vin: [input({ sequence: 1 })] })
    const at = (time: number) => contextualCheckBlock(smart, block([reward, locked], { time }), place)
    expect(at(1_700_000_001)).toEqual(VALID)
    expect(at(1_700_000_000)).toMatchObject({ kind: 'inconclusive', reason: 'bad-txns-nonfinal', score: 10 })
  })

  it('wants the height in the coinbase', () => {
    expect(contextualCheckBlock(smart, block([reward]), { ...place, height: 10 })).toMatchObject({
      kind: 'inconclusive',
      reason: 'bad-cb-height',
      score: 100,
    })
  })
})

describe('checkBlockTransactions', () => {
  it('judges every transaction', () => {
    expect(checkBlockTransactions(smart, block([reward, tx(1)]))).toEqual(VALID)
    expect(checkBlockTransactions(smart, block([reward, transaction({ vout: [] })]))).toMatchObject({
      kind: 'invalid',
      reason: 'bad-txns-vout-empty',
    })
  })

  it('limits the signature operations of the whole block', () => {
    const heavy = (count: number): Transaction => {
      const script = new Uint8Array(10_000).fill(0xac)
      const whole = Array.from({ length: Math.floor(count / 10_000) }, () => output(0n, script))
      return transaction({ vout: [...whole, output(0n, script.subarray(0, count % 10_000))] })
    }
    expect(checkBlockTransactions(smart, block([reward, heavy(60_000)]))).toEqual(VALID)
    expect(checkBlockTransactions(smart, block([reward, heavy(60_001)]))).toMatchObject({
      kind: 'invalid',
      reason: 'bad-blk-sigops',
    })
    expect(checkBlockTransactions(chain('-regtest'), block([reward, heavy(20_001)]))).toMatchObject({
      reason: 'bad-blk-sigops',
    })
  })

  it('refuses outputs of more than ten billion coins and one', () => {
    const huge = chain('-ac_name=A -ac_supply=90000000000')
    const paying = (coins: bigint): Transaction => transaction({ vout: [output(coins * 100_000_000n)] })
    expect(checkBlockTransactions(huge, block([reward, paying(10_000_000_001n)]))).toEqual(VALID)
    expect(checkBlockTransactions(huge, block([reward, paying(10_000_000_002n)]))).toMatchObject({
      reason: 'tx valueout is too big',
      score: 100,
    })
  })
})

describe('checkConnectedBlock', () => {
  const place = { height: 9, upgrades: SAPLING, fees: 5n, saplingRoot: EMPTY_SAPLING_ROOT }
  const paying = (value: bigint) => block([coinbase(9, [output(value)])])

  it('lets the coinbase take the subsidy and the fees', () => {
    const due = subsidy(smart, 9) + 5n
    expect(checkConnectedBlock(smart, paying(due), place)).toEqual(VALID)
    expect(checkConnectedBlock(smart, paying(1n), place)).toEqual(VALID)
    expect(checkConnectedBlock(smart, paying(due + 1n), place)).toMatchObject({
      kind: 'invalid',
      reason: 'bad-cb-amount',
    })
  })

  it('wants the root of the tree of shielded outputs once Sapling is active', () => {
    const other = block([reward], { finalSaplingRoot: new Uint8Array(32) })
    expect(checkConnectedBlock(smart, other, place)).toMatchObject({
      kind: 'invalid',
      reason: 'bad-sapling-root-in-block',
      score: 100,
    })
    const grown = { ...place, saplingRoot: new Uint8Array(32) }
    expect(checkSaplingRoot(other, grown)).toEqual(VALID)
    expect(checkSaplingRoot(block([reward]), grown)).toMatchObject({ reason: 'bad-sapling-root-in-block' })
    expect(checkSaplingRoot(other, { ...place, upgrades: SPROUT })).toEqual(VALID)
  })
})
