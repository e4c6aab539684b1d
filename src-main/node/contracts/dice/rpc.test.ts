import { afterAll, describe, expect, it } from 'vitest'
import type { Transaction } from '../../primitives/index.ts'
import { createMarketNode, type TestKey, testKey } from '../../testing/index.ts'
import { contractContext } from '../testing/contractContext.ts'
import { buildDiceBet, buildDiceFinish, buildDiceFunding, buildDicePlan, dicePlanAt, findPool } from './index.ts'

const [dealer, bettor] = [testKey(0), testKey(1)]
const COIN = 100_000_000n
const TERMS = { func: 'F', sbits: 0x44n, minBet: 1n, maxBet: COIN, maxOdds: 50n, timeoutBlocks: 5n } as const

const market = createMarketNode()
afterAll(() => market.node.close())

const contextFor = (key: TestKey) => contractContext(market, key)

function confirm(tx: Transaction): Uint8Array {
  const txid = market.send(tx)
  market.mine()
  return txid
}

describe('dice with a dealer and a bettor', () => {
  market.fund(bettor, 60, COIN)
  market.fund(dealer, 150, COIN + 100_000n)
  const fundingTxid = confirm(buildDicePlan(TERMS, 100n * COIN, contextFor(dealer)))
  const plan = { name: 'D', fundingTxid }
  const bet = () => confirm(buildDiceBet({ ...plan, amount: COIN / 10n, odds: 2n }, contextFor(bettor)))
  const finish = (betTxid: Uint8Array, key: TestKey) => buildDiceFinish({ ...plan, betTxid }, contextFor(key))
  const state = () => findPool(dicePlanAt(fundingTxid, TERMS.sbits, contextFor(dealer))!, contextFor(dealer))

  it('rejects a second plan of the same name, and funds from another key than the dealer', () => {
    expect(() => buildDicePlan(TERMS, 100n * COIN, contextFor(bettor))).toThrow('Diceinit error in create funding')
    expect(() => buildDiceFunding({ ...plan, amount: COIN }, contextFor(bettor))).toThrow('only fund creator')
    expect(() => buildDiceBet({ ...plan, amount: COIN, odds: 2n }, contextFor(bettor))).toThrow(
      'cant find dice entropy inputs',
    )
  })

  it('rejects a bet while the plan has fewer than 100 entropy outputs', () => {
    const add = () => market.send(buildDiceFunding({ ...plan, amount: COIN }, contextFor(dealer)))
    for (let n = 0; n < 99; n++) {
      add()
      if (n % 10 === 9) market.mine()
    }
    market.mine()
    expect(bet).toThrow('Your dealer is broke')
    add()
    market.mine()
    expect(state().entropy).toHaveLength(100)
    for (let n = 0; n < 10; n++) add()
    market.mine()
  })

  it('pays out wins and losses, and returns the remaining coins to the plan', () => {
    const seen = new Set<string>()
    for (let n = 0; n < 4 || seen.size < 2; n++) {
      const before = state().funds
      const betTxid = bet()
      expect(() => finish(betTxid, bettor)).toThrow('couldnt create dicefinish transaction')
      const { tx, func } = finish(betTxid, dealer)
      seen.add(func)
      confirm(tx)
      expect(() => finish(betTxid, dealer)).toThrow('bettxid already spent')
      // A loss adds the stake. A win pays out the stake plus twice the stake, and the fee.
      const stake = COIN / 10n
      expect(state().funds - before).toBe(func === 'L' ? stake : -2n * stake - 10_000n)
      if (func === 'W') expect(tx.vout[2]).toEqual({ value: 3n * stake, scriptPubKey: bettor.p2pk })
      if (state().entropy.length < 100) market.send(buildDiceFunding({ ...plan, amount: COIN }, contextFor(dealer)))
      market.mine()
      if (n > 30) throw new Error('luck that is no luck')
    }
    expect([...seen].toSorted()).toEqual(['L', 'W'])
  })

  it('lets a bettor claim a bet after the timeout, with a small coin as fee', () => {
    for (let n = 0; n < 3; n++) market.send(buildDiceFunding({ ...plan, amount: COIN }, contextFor(dealer)))
    market.mine()
    const betTxid = bet()
    market.node.mine(5)
    const { tx, func } = finish(betTxid, bettor)
    expect(func).toBe('T')
    expect(tx.vout[2]).toEqual({ value: (3n * COIN) / 10n, scriptPubKey: bettor.p2pk })
    const fee = market.node.chain.output(tx.vin[0]!.prevout)!
    expect(fee.value).toBeLessThan(100_000n)
    expect(tx.vout).toHaveLength(4)
    confirm(tx)
    expect(market.mempool.size()).toBe(0)
  })
})
