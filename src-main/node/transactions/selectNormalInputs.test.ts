import { describe, expect, it } from 'vitest'
import { ccOne } from '../conditions/index.ts'
import { createChainModel } from '../contracts/testing/chainModel.ts'
import { draftBlock, draftKey, draftTransaction, mint, plainInput, plainOutput } from '../contracts/testing/drafts.ts'
import { createMempoolModel } from '../contracts/testing/mempoolModel.ts'
import type { AddressUnspent, Coin } from '../core/index.ts'
import { hash160 } from '../crypto/index.ts'
import { ccScript, p2pkhScript, p2pkScript } from '../script/index.ts'
import { concat, fromHex } from '../util/index.ts'
import { pubkeyCoinSource, type SpendableCoin, selectNormalInputs, selectSingleInput } from './index.ts'

const ann = draftKey(1).publicKey
const script = p2pkScript(ann)
const emptyPool = createMempoolModel(createChainModel())

function coin(value: number, index = 0, scriptPubKey = script): SpendableCoin {
  return { value: BigInt(value), scriptPubKey, outpoint: { hash: new Uint8Array(32), index } }
}

/** Returns the selected values in order, or undefined if the total is not reached. */
function picks(values: readonly number[], total: number, maxInputs = 64): number[] | undefined {
  const coins = values.map((value, i) => coin(value, i))
  return selectNormalInputs({ coins: () => coins }, BigInt(total), maxInputs, emptyPool)?.map(({ value }) =>
    Number(value),
  )
}

describe('selectNormalInputs', () => {
  it('selects the first coin that covers the total', () => {
    expect(picks([500, 100, 50], 100)).toEqual([500])
  })

  it('stops collecting at the total and picks from the collected coins', () => {
    expect(picks([60, 70, 500], 100)).toEqual([70, 60])
    expect(picks([30, 40, 50, 500], 100)).toEqual([50, 40, 30])
    expect(picks([40, 30, 1000], 100)).toEqual([1000])
  })

  it('prefers an exact match, then the smallest above, then the largest below', () => {
    expect(picks([60, 10, 30, 200], 100)).toEqual([60, 30, 10])
    expect(picks([90, 10], 100)).toEqual([90, 10])
    expect(picks([99, 3, 2, 1], 100)).toEqual([99, 3])
  })

  it('selects the first of equal coins, after the last one filled a gap', () => {
    const coins = [coin(50, 0), coin(30, 1), coin(30, 2), coin(5, 3), coin(30, 4)]
    const picked = selectNormalInputs({ coins: () => coins }, 130n, 64, emptyPool)
    // 50 is selected first, and the last 30 moves to its index
    expect(picked?.map(({ outpoint }) => outpoint.index)).toEqual([0, 4, 1, 2])
  })

  it('skips coins below total / maxInputs and stops at the maximum number of inputs', () => {
    expect(picks([33, 34, 40, 50], 102, 3)).toEqual([50, 40, 34])
    expect(picks([33, 33, 33, 33], 102, 3)).toBeUndefined()
    expect(picks([35, 35, 20, 20], 100, 2)).toBeUndefined()
    expect(picks([], 1)).toBeUndefined()
  })

  it('skips condition outputs and outputs spent in the mempool', () => {
    const chain = createChainModel()
    const coins = mint([plainOutput(100n, ann), plainOutput(100n, ann)])
    chain.connect(draftBlock([coins]))
    const pool = createMempoolModel(chain)
    pool.add(draftTransaction([plainInput(coins, 0)], [plainOutput(1n, ann)]))
    const condition = { ...coin(100), scriptPubKey: ccScript(ccOne(0xf2, ann)) }
    const picked = selectNormalInputs({ coins: () => [condition, ...chain.coins()] }, 100n, 3, pool)
    expect(picked?.map(({ outpoint }) => outpoint.index)).toEqual([1])
  })
})

describe('selectSingleInput', () => {
  const select = (values: readonly number[], total: bigint) => {
    const coins = values.map((value, i) => coin(value, i))
    return selectSingleInput({ coins: { coins: () => coins }, mempool: emptyPool }, total, 3)?.value
  }

  it('returns the selected coin if the selection has one', () => {
    expect(picks([300, 120, 500], 100, 3)).toEqual([300])
    expect(select([300, 120, 500], 100n)).toBe(300n)
  })

  it('returns the first sufficient coin if the selection has several', () => {
    expect(picks([60, 50, 500], 100, 3)).toEqual([60, 50])
    expect(select([60, 50, 500], 100n)).toBe(500n)
  })

  it('returns undefined if no single coin is sufficient', () => {
    expect(select([60, 50], 100n)).toBeUndefined()
  })
})

describe('pubkeyCoinSource', () => {
  const hash = new Uint8Array(32).fill(1)
  const unspent = (index: number, scriptPubKey: Uint8Array): AddressUnspent => ({
    txid: hash,
    index,
    satoshis: 10n,
    scriptPubKey,
    height: 5,
    txNum: 1,
  })
  const locked = concat(fromHex('0120b175'), script)

  it('returns spendable coins of the key for P2PK and P2PKH', () => {
    const entries = [unspent(0, script), unspent(1, p2pkhScript(hash160(ann))), unspent(2, locked), unspent(3, script)]
    const coinbases = new Set([3])
    const model = createChainModel()
    model.connect(draftBlock([mint([])]))
    const at = (tip: number) => {
      const chain = {
        tip: () => ({ ...model.tip(), height: tip }),
        coin: ({ index }: { index: number }): Coin => ({
          value: 10n,
          scriptPubKey: script,
          height: 5,
          coinbase: coinbases.has(index),
        }),
      }
      const addressIndex = { unspent: () => entries }
      return [...pubkeyCoinSource({ addressIndex, chain, coinbaseMaturity: 100 }, ann).coins()].map(
        ({ outpoint }) => outpoint.index,
      )
    }
    expect(at(103)).toEqual([0, 1])
    expect(at(104)).toEqual([0, 1, 3])
  })
})
