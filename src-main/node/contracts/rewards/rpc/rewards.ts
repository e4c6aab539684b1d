import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { formatAmount } from '#shared/units.ts'
import { toDisplayHex } from '../../../util/index.ts'
import { planName, readPlanAmount } from '../../framework/planName.ts'
import {
  type BuiltContract,
  type ContractDeps,
  createContractCalls,
  failed,
  readTxid,
} from '../../framework/rpc/contractGate.ts'
import {
  buildRewardsFunding,
  buildRewardsLock,
  buildRewardsPlan,
  buildRewardsUnlock,
  findRewardsData,
  listPlans,
  REWARDS_KEY,
  readRewardsTerms,
  sumPlanFunds,
} from '../index.ts'

/** RPC handlers of rewards (rewards.md §4). */
export function createRewardsHandlers(deps: ContractDeps) {
  const gate = createContractCalls(deps, 'rewards', 'rewards')

  return defineHandlers({
    rewardscreatefunding: ({ name, amount, APR, mindays, maxdays, mindeposit }): BuiltContract =>
      gate.build((context) => {
        const { plan, funds } = readRewardsTerms({ name, amount, APR, mindays, maxdays, mindeposit })
        return buildRewardsPlan(plan, funds, context)
      }),
    rewardsaddfunding: ({ name, fundingtxid, amount }) =>
      gate.build((context) => {
        const request = { name, fundingTxid: readTxid(fundingtxid), amount: readPlanAmount(name, amount) }
        return buildRewardsFunding(request, context)
      }),
    rewardslock: ({ name, fundingtxid, amount }) =>
      gate.build((context) => {
        const request = { name, fundingTxid: readTxid(fundingtxid), amount: readPlanAmount(name, amount) }
        return buildRewardsLock(request, context)
      }),
    rewardsunlock: ({ name, fundingtxid, txid }) =>
      gate.build((context) => {
        const lockTxid = txid === undefined ? undefined : readTxid(txid)
        return buildRewardsUnlock({ name, fundingTxid: readTxid(fundingtxid), lockTxid }, context)
      }),
    rewardslist: () => listPlans(gate.reads()).map((txid) => toDisplayHex(txid)) as MethodResult<'rewardslist'>,
    rewardsinfo({ fundingtxid }) {
      const reads = gate.reads()
      const txid = readTxid(fundingtxid)
      const found = reads.view.transaction(txid)
      if (found === undefined) return failed('cant find fundingtxid')
      const plan = findRewardsData(found.tx)
      if (plan?.func !== 'F') return failed('fundingtxid isnt rewards creation txid')
      const { funding, locked } = sumPlanFunds({ sbits: plan.sbits, txid }, reads)
      return {
        result: 'success',
        fundingtxid: toDisplayHex(txid),
        name: new TextDecoder().decode(planName(plan.sbits)),
        sbits: plan.sbits,
        APR: formatAmount(plan.apr),
        minseconds: plan.minSeconds,
        maxseconds: plan.maxSeconds,
        mindeposit: formatAmount(plan.minDeposit),
        funding: formatAmount(funding),
        locked: formatAmount(locked),
      } as MethodResult<'rewardsinfo'>
    },
    rewardsaddress: ({ pubkey }) =>
      gate.addresses('Rewards', REWARDS_KEY.publicKey, pubkey) as MethodResult<'rewardsaddress'>,
  })
}
