import { afterEach, describe, expect, it } from 'vitest'
import type { Transaction } from '../primitives/index.ts'
import { createMarketNode, type MarketNode, type TestKey, testKey } from '../testing/index.ts'
import { toHex } from '../util/index.ts'
import {
  buildChannelClose,
  buildChannelOpen,
  buildChannelPayment,
  buildChannelRefund,
  channelCourses,
  channelSteps,
} from './channels/index.ts'
import { buildHeirClaim, buildHeirFund } from './heir/index.ts'
import { buildRewardsLock, buildRewardsPlan, buildRewardsUnlock, lockHoldings, planHoldings } from './rewards/index.ts'
import { contractContext } from './testing/contractContext.ts'

const [ann, bob] = [testKey(0), testKey(1)]
const COIN = 100_000_000n
const SETTLED = 101

let market: MarketNode
afterEach(() => market.node.close())

const contextFor = (key: TestKey) => contractContext(market, key)

/** Sends the transaction and mines a block. Returns its id. */
function confirm(tx: Transaction): Uint8Array {
  const txid = market.send(tx)
  market.mine()
  return txid
}

const advanceTime = (seconds: number) => {
  const { node } = market
  node.mineBlock({ time: node.chain.tip().time + seconds })
}

const PLAN = { sbits: 0x41n, apr: 25n * COIN, minSeconds: 0n, maxSeconds: 864_000n, minDeposit: 1n }
const DAY = 86_400

describe('contracts between two users', () => {
  it('pay through a channel 100 times', () => {
    market = createMarketNode()
    market.fund(bob, 1, COIN)
    const request = { destination: bob.pub, count: 100n, payment: 1_000n }
    const openTxid = confirm(buildChannelOpen(request, contextFor(ann)))
    const pay = () => buildChannelPayment({ openTxid, amount: 1_000n, secret: undefined }, contextFor(ann))
    expect(pay).toThrow('channelsopen tx not yet confirmed/notarized')
    market.node.mine(SETTLED)
    for (let n = 0; n < 100; n++) {
      market.send(pay())
      if (n % 10 === 9) market.mine()
    }
    expect(pay).toThrow('error adding CC inputs')
    const steps = channelSteps(openTxid, bob.pub, { ...contextFor(bob), mempool: market.mempool })
    expect(steps.map(({ data }) => data.func).join('')).toBe(`O${'P'.repeat(100)}`)
    expect(steps.at(-1)?.data.count).toBe(0)
  })

  it('follow a channel by its coins from both ends, ignoring other outputs', () => {
    market = createMarketNode()
    market.fund(bob, 1, COIN)
    const listCourses = (key: TestKey) => channelCourses(key.pub, { ...contextFor(key), mempool: market.mempool })
    const request = { destination: bob.pub, count: 10n, payment: 1_000n }
    const openTxid = market.send(buildChannelOpen(request, contextFor(ann)))
    expect(listCourses(bob)).toMatchObject([{ height: undefined, left: 10_000n, steps: [] }])
    market.mine()
    market.node.mine(SETTLED)
    market.send(buildChannelPayment({ openTxid, amount: 3_000n, secret: undefined }, contextFor(ann)))
    const paid = { left: 7_000n, steps: [{ kind: 'payment', amount: 3_000n, height: undefined }] }
    expect(listCourses(bob)).toMatchObject([paid])
    expect(listCourses(ann)).toMatchObject([paid])
    market.mine()
    const closeTxid = confirm(buildChannelClose(openTxid, contextFor(ann)))
    // Open another channel between the same keys, whose coins are at the same address.
    confirm(buildChannelOpen(request, contextFor(ann)))
    market.node.mine(SETTLED)
    confirm(buildChannelRefund({ openTxid, closeTxid }, contextFor(ann)))
    expect(
      listCourses(bob).map(({ left, steps }) => [left, steps.map(({ kind, amount }) => `${kind} ${amount}`)]),
    ).toEqual([
      [10_000n, []],
      [0n, ['payment 3000', 'close 0', 'refund 7000']],
    ])
  })

  it('let an heir claim only after the owner has been inactive long enough', () => {
    market = createMarketNode()
    market.fund(bob, 2, COIN)
    const request = { funds: '5', name: 'WILL', heir: bob.pub, inactivity: '1000', memo: '', tokenId: undefined }
    const plan = confirm(buildHeirFund(request, contextFor(ann)))
    confirm(buildHeirClaim(plan, '1', contextFor(ann)))
    advanceTime(900)
    expect(() => buildHeirClaim(plan, '1', contextFor(bob))).toThrow('spending is not allowed yet for the heir')
    confirm(buildHeirClaim(plan, '1', contextFor(ann)))
    advanceTime(900)
    expect(() => buildHeirClaim(plan, '1', contextFor(bob))).toThrow('spending is not allowed yet for the heir')
    advanceTime(200)
    confirm(buildHeirClaim(plan, '3', contextFor(bob)))
    expect(() => buildHeirClaim(plan, '1', contextFor(bob))).toThrow("can't find heir CC funding")
  })

  it('return locked coins with their reward', () => {
    market = createMarketNode()
    market.fund(bob, 1, 20n * COIN)
    const plan = confirm(buildRewardsPlan(PLAN, 10n * COIN, contextFor(ann)))
    const lock = confirm(buildRewardsLock({ name: 'A', fundingTxid: plan, amount: 8n * COIN }, contextFor(bob)))
    const request = { name: 'A', fundingTxid: plan, lockTxid: lock }
    advanceTime(10 * DAY)
    const unlock = buildRewardsUnlock(request, contextFor(ann))
    confirm(unlock)
    // 25 percent of 8 coins for 10 days
    expect(unlock.vout[1]).toEqual({ value: 8n * COIN + (2n * COIN * 10n) / 365n, scriptPubKey: bob.p2pk })
  })
})

describe('lockHoldings and planHoldings', () => {
  const readsFor = (key: TestKey) => ({ ...contextFor(key), mempool: market.mempool })
  const ownScriptFilter = (key: TestKey) => (script: Uint8Array) => toHex(script) === toHex(key.p2pk)

  it('follow a lock from the mempool to its unlock, only for its payee', () => {
    market = createMarketNode()
    market.fund(bob, 1, 20n * COIN)
    const terms = { ...PLAN, minSeconds: 5n * BigInt(DAY), maxSeconds: 10n * BigInt(DAY) }
    const plan = confirm(buildRewardsPlan(terms, 10n * COIN, contextFor(ann)))
    const lock = market.send(buildRewardsLock({ name: 'A', fundingTxid: plan, amount: 8n * COIN }, contextFor(bob)))
    const listLocks = (key: TestKey) => lockHoldings(planHoldings(readsFor(key)), readsFor(key), ownScriptFilter(key))
    const max = (2n * COIN * 10n) / 365n
    expect(listLocks(bob)).toMatchObject([{ txid: lock, amount: 8n * COIN, state: 'waiting', earned: 0n, most: max }])
    market.mine()
    expect(listLocks(ann)).toEqual([])
    advanceTime(4 * DAY)
    const early = listLocks(bob)
    expect(early).toMatchObject([{ state: 'locked', age: 4 * DAY, earned: (2n * COIN * 4n) / 365n, payee: bob.p2pk }])
    advanceTime(2 * DAY)
    expect(listLocks(bob)).toMatchObject([{ state: 'ready', age: 6 * DAY }])
    advanceTime(30 * DAY)
    expect(listLocks(bob)).toMatchObject([{ state: 'ready', earned: max }])
    expect(planHoldings(readsFor(ann))).toMatchObject([{ funding: 10n * COIN, locked: 8n * COIN, trouble: 'none' }])
    market.send(buildRewardsUnlock({ name: 'A', fundingTxid: plan, lockTxid: lock }, contextFor(bob)))
    expect(listLocks(bob)).toMatchObject([{ state: 'leaving' }])
    market.mine()
    expect(listLocks(bob)).toEqual([])
    expect(planHoldings(readsFor(ann))).toMatchObject([{ funding: 10n * COIN - max - 10_000n, locked: 0n }])
  })

  it('mark plans that never pay back, and the second plan of a name', () => {
    market = createMarketNode()
    const never = { ...PLAN, sbits: 0x42n, apr: 0n }
    confirm(buildRewardsPlan(never, COIN, contextFor(ann)))
    // The second plan is built before the first is confirmed, so it is not rejected.
    const twice = [COIN, 2n * COIN].map((funds) => market.send(buildRewardsPlan(PLAN, funds, contextFor(ann))))
    market.mine()
    const plans = planHoldings(readsFor(ann))
    expect(plans.map(({ trouble }) => trouble).sort()).toEqual(['copy', 'never', 'none'])
    expect(twice).toHaveLength(2)
  })
})
