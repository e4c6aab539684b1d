import { beforeEach, describe, expect, it } from 'vitest'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { COIN } from '#shared/units.ts'
import { computeTxid, type Transaction } from '../../primitives/index.ts'
import { testKey } from '../../testing/index.ts'
import { type ContractChain, createContractChain } from '../testing/contractChain.ts'
import { buildRewardsLock, buildRewardsPlan, buildRewardsUnlock } from './build.ts'
import { REWARDS_POOL_SCRIPT } from './keys.ts'
import { MAX_APR } from './validate.ts'

const ann = testKey(1)
const YEAR = 31_536_000
const DEPOSIT = 2n * COIN
/** After five years at 25 % the reward is capped at the deposit. */
const REWARD = DEPOSIT

let chain: ContractChain

function confirm(tx: Transaction): Uint8Array {
  expect(chain.findRefusal(tx)).toBeUndefined()
  chain.confirm([tx])
  return computeTxid(tx)
}

beforeEach(() => {
  chain = createContractChain(Array.from({ length: 3 }, () => ({ value: 10n * COIN, scriptPubKey: ann.p2pk })))
})

/** Builds the unlock of a deposit from a plan that has `left` satoshis more than the reward and the fee. */
function unlockLeaving(left: bigint): Transaction {
  const context = () => chain.contextFor(ann)
  const terms = { sbits: 65n, apr: MAX_APR, minSeconds: 0n, maxSeconds: BigInt(5 * YEAR), minDeposit: COIN }
  const plan = { name: 'A', fundingTxid: confirm(buildRewardsPlan(terms, REWARD + CONTRACT_FEE + left, context())) }
  const lockTxid = confirm(buildRewardsLock({ ...plan, amount: DEPOSIT }, context()))
  chain.wait(1, 5 * YEAR)
  return buildRewardsUnlock({ ...plan, lockTxid }, context())
}

describe('buildRewardsUnlock', () => {
  it.each([0n, 1n, 9_999n, 10_000n])('returns %d satoshis beyond the reward and the fee to the plan', (left) => {
    const tx = unlockLeaving(left)
    expect(chain.findRefusal(tx)).toBeUndefined()
    expect(tx.vout[0]).toEqual({ value: left, scriptPubKey: REWARDS_POOL_SCRIPT })
    expect(tx.vout[1]).toEqual({ value: DEPOSIT + REWARD, scriptPubKey: ann.p2pk })
  })
})
