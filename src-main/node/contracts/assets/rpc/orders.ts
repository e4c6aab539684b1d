import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { ChainView } from '../../../core/index.ts'
import type { Mempool } from '../../../mempool/index.ts'
import { serializeTransaction, type Transaction } from '../../../primitives/index.ts'
import { formatRefusal } from '../../../rpc/format/refusalText.ts'
import { type BuildContext, BuildError, type CoinSource } from '../../../transactions/index.ts'
import { toHex } from '../../../util/index.ts'
import { type ContractFailure, failed } from '../../framework/rpc/contractGate.ts'
import { createOrderGate, type OrderGateDeps } from './orderGate.ts'
import { createOrderContext, type OrderPlan, orderPlans } from './plans.ts'

interface OrdersDeps extends OrderGateDeps {
  readonly chain: ChainView
  readonly mempool: Mempool
  readonly buildContext: (pubkey: Uint8Array) => BuildContext
  readonly walletCoins: CoinSource
}

type Built = { readonly result: 'success'; readonly hex: string } | ContractFailure

/** Handlers that build order transactions. They return only transactions that this node's mempool would accept. */
export function createOrderHandlers(deps: OrdersDeps) {
  const { mempool } = deps
  const gate = createOrderGate(deps)
  const contextOf = createOrderContext(deps)

  const build = <Refusal extends object>(plan: OrderPlan | Refusal): Built | Refusal => {
    if (!('make' in plan)) return plan
    const { pubkey, tokens } = gate.acting()
    let tx: Transaction
    try {
      tx = plan.make(contextOf(pubkey, tokens, deps.walletCoins))
    } catch (error) {
      if (error instanceof BuildError) return failed(error.message)
      throw error
    }
    const refusal = mempool.refusal(tx)
    if (refusal) return failed(`${plan.sentence}: ${formatRefusal(refusal)}`)
    return { result: 'success', hex: toHex(serializeTransaction(tx)) }
  }
  // Checks the preconditions of acting before the parameters are validated.
  const acting = <T>(work: () => T): T => {
    gate.acting()
    return work()
  }

  return defineHandlers({
    tokenask: (params) => acting(() => build(orderPlans.tokenask(params))),
    tokenbid: (params) => acting(() => build(orderPlans.tokenbid(params))),
    tokencancelask: (params) => acting(() => build(orderPlans.tokencancelask(params))),
    tokencancelbid: (params) => acting(() => build(orderPlans.tokencancelbid(params))),
    tokenfillask: (params) => acting(() => build(orderPlans.tokenfillask(params))),
    tokenfillbid: (params) => acting(() => build(orderPlans.tokenfillbid(params))),
  })
}
