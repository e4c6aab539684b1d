import { describe, expect, it } from 'vitest'
import { computeTxid, merkleRoot, serializeBlock, type Transaction } from '../primitives/index.ts'
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
import {
  block,
  coinbase,
  input,
  output,
  PRE_OVERWINTER,
  SAPLING,
  SPROUT,
  toChainParams,
  transaction,
} from './testing/testSamples.ts'
import { MAX_BLOCK_SIZE } from './upgrades.ts'
import { VALID } from './verdict.ts'

const smart = toChainParams('-ac_name=A -ac_supply=100 -ac_reward=100000000')
const reward = coinbase(9, [output(100_000_000n)])
const limits = { maxSize: MAX_BLOCK_SIZE }
const tx = (from: number): Transaction => transaction({ vin: [input({ from })] })

describe('checkBlock', () => {
  it('accepts a coinbase with and without other transactions', () => {
    expect(checkBlock(block([reward]), limits)).toEqual(VALID)
    expect(checkBlock(block([reward, tx(1), tx(2)]), limits)).toEqual(VALID)
  })

  it('rejects a body that does not match the Merkle root', () => {
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

  it('rejects a repeated tail that keeps the Merkle root unchanged', () => {
    const honest = block([reward, tx(1), tx(2)])
    const attack = { ...honest, txs: [...honest.txs, tx(2)] }
    expect(merkleRoot(attack.txs.map(computeTxid)).root).toEqual(honest.header.merkleRoot)
    expect(checkBlock(attack, limits)).toMatchObject({ kind: 'refused', reason: 'bad-txns-duplicate' })
  })

  it('rejects a block above the size limit', () => {
    const some = block([reward, tx(1)], { solution: new Uint8Array(36) })
    const size = serializeBlock(some).length
    expect(blockSize(some)).toBe(size)
    expect(checkBlock(some, { maxSize: size })).toEqual(VALID)
    expect(checkBlock(some, { maxSize: size - 1 })).toMatchObject({ kind: 'refused', reason: 'bad-blk-length' })
  })

  it('rejects an empty block with the empty Merkle root', () => {
    const { root } = merkleRoot([])
    expect(checkBlock(block([], { merkleRoot: root }), limits)).toMatchObject({ reason: 'bad-blk-length' })
  })

  it('requires exactly one coinbase in first position', () => {
    expect(checkBlock(block([tx(1)]), limits)).toMatchObject({ kind: 'refused', reason: 'bad-cb-missing' })
    expect(checkBlock(block([tx(1), reward]), limits)).toMatchObject({ reason: 'bad-cb-missing' })
    expect(checkBlock(block([reward, tx(1), coinbase(10, [])]), limits)).toMatchObject({ reason: 'bad-cb-multiple' })
  })
})

describe('contextualCheckBlock', () => {
  const place = { height: 9, upgrades: SAPLING }

  it('accepts a block that fits its context', () => {
    expect(contextualCheckBlock(smart, block([reward, tx(1)]), place)).toEqual(VALID)
  })

  it('checks the version of every transaction including the coinbase', () => {
    const old = coinbase(9, [output(1n)], PRE_OVERWINTER)
    const verdict = contextualCheckBlock(smart, block([old]), place)
    expect(verdict).toMatchObject({ kind: 'inconclusive', reason: 'tx-overwinter-active', score: 100 })
    const mixed = block([reward, transaction(PRE_OVERWINTER)])
    expect(contextualCheckBlock(smart, mixed, place)).toMatchObject({ reason: 'tx-overwinter-active' })
    expect(
      contextualCheckBlock(smart, block([old, transaction(PRE_OVERWINTER)]), { ...place, upgrades: SPROUT }),
    ).toEqual(VALID)
  })

  it('checks lock times against the time of the block', () => {
    const locked = transaction({ lockTime: 1_700_000_000, vin: [input({ sequence: 1 })] })
    const at = (time: number) => contextualCheckBlock(smart, block([reward, locked], { time }), place)
    expect(at(1_700_000_001)).toEqual(VALID)
    expect(at(1_700_000_000)).toMatchObject({ kind: 'inconclusive', reason: 'bad-txns-nonfinal', score: 10 })
  })

  it('requires the height in the coinbase script', () => {
    expect(contextualCheckBlock(smart, block([reward]), { ...place, height: 10 })).toMatchObject({
      kind: 'inconclusive',
      reason: 'bad-cb-height',
      score: 100,
    })
  })
})

describe('checkBlockTransactions', () => {
  it('checks every transaction of the block', () => {
    expect(checkBlockTransactions(smart, block([reward, tx(1)]))).toEqual(VALID)
    expect(checkBlockTransactions(smart, block([reward, transaction({ vout: [] })]))).toMatchObject({
      kind: 'invalid',
      reason: 'bad-txns-vout-empty',
    })
  })

  it('limits the signature operations of the complete block', () => {
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
    expect(checkBlockTransactions(toChainParams('-regtest'), block([reward, heavy(20_001)]))).toMatchObject({
      reason: 'bad-blk-sigops',
    })
  })

  it('rejects a transaction with outputs above 10,000,000,001 coins', () => {
    const huge = toChainParams('-ac_name=A -ac_supply=90000000000')
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

  it('limits the coinbase to subsidy plus fees', () => {
    const due = subsidy(smart, 9) + 5n
    expect(checkConnectedBlock(smart, paying(due), place)).toEqual(VALID)
    expect(checkConnectedBlock(smart, paying(1n), place)).toEqual(VALID)
    expect(checkConnectedBlock(smart, paying(due + 1n), place)).toMatchObject({
      kind: 'invalid',
      reason: 'bad-cb-amount',
    })
  })

  it('requires the Sapling root in the header once Sapling is active', () => {
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
