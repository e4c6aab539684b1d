import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { isEvalCodeEnabled } from '../../../consensus/index.ts'
import type { TxOut } from '../../../primitives/types.ts'
import { encodeAddress, indexedAddress } from '../../../script/index.ts'
import { toDisplayHex } from '../../../util/index.ts'
import { planName } from '../../framework/planName.ts'
import { type ContractDeps, createContractCalls } from '../../framework/rpc/contractGate.ts'
import { lockHoldings, planHoldings } from '../index.ts'

interface HoldingsDeps extends ContractDeps {
  /** Undefined if the node has no wallet. */
  readonly wallet: { readonly ledger: { isMine(output: TxOut): boolean } } | undefined
}

type State = MethodResult<'getrewards'>['state']

function findAddress(script: Uint8Array): string | null {
  const address = indexedAddress(script)
  return address ? encodeAddress(address) : null
}

/** Handlers of the method that returns all rewards plans and the wallet's own locks. */
export function createRewardHoldingHandlers(deps: HoldingsDeps) {
  const gate = createContractCalls(deps, 'rewards', 'rewards')
  const { params, chain, wallet } = deps

  function stateNow(): State {
    if (!params.ccEnabled) return 'conditions'
    if (!isEvalCodeEnabled(params.evalCodes, EVAL_CODES.rewards, chain.tip().height)) return 'chain'
    if (!deps.addressIndex || !deps.spentIndex) return 'index'
    return wallet === undefined || deps.pubkey() === undefined ? 'key' : 'ready'
  }

  return defineHandlers({
    getrewards() {
      const state = stateNow()
      const tip = chain.tip()
      if (state !== 'ready' || !wallet)
        return { state, time: tip.time, plans: [], locks: [] } as unknown as MethodResult<'getrewards'>
      const reads = gate.reads()
      const plans = planHoldings(reads)
      const isOwn = (scriptPubKey: Uint8Array) => wallet.ledger.isMine({ value: 0n, scriptPubKey })
      return {
        state,
        time: tip.time,
        plans: plans.map(({ txid, terms, trouble, funding, locked }) => ({
          fundingtxid: toDisplayHex(txid),
          name: new TextDecoder().decode(planName(terms.sbits)),
          ...{ apr: terms.apr, minseconds: terms.minSeconds, maxseconds: terms.maxSeconds },
          ...{ mindeposit: terms.minDeposit, funding, locked, trouble },
        })),
        locks: lockHoldings(plans, reads, isOwn).map(({ txid, plan, amount, payee, since, ...rest }) => ({
          ...{ txid: toDisplayHex(txid), fundingtxid: toDisplayHex(plan.txid), amount },
          address: findAddress(payee),
          state: rest.state,
          since: since ?? null,
          ...{ age: rest.age, earned: rest.earned, most: rest.most },
        })),
      } as MethodResult<'getrewards'>
    },
  })
}
