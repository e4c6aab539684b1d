import { isMovableToken } from '#shared/protocol/contractRules.ts'
import { isEvalCodeEnabled } from '../../../consensus/index.ts'
import { createContractGate, type GateDeps } from '../../framework/rpc/contractGate.ts'
import type { TokenIndex } from '../../tokens/index.ts'
import type { OrderIndex } from '../index.ts'

export interface OrderGateDeps extends GateDeps {
  /** Undefined if the node keeps no indexes. */
  readonly contractIndexes: { readonly tokens: TokenIndex; readonly assets: OrderIndex } | undefined
}

/** Checks the preconditions of methods on orders: those of tokens, and those of orders. @throws RpcError −1 */
export function createOrderGate(deps: OrderGateDeps) {
  const { contractIndexes } = deps
  const indexes = contractIndexes && { tokens: contractIndexes.tokens, orders: contractIndexes.assets }
  return createContractGate(deps, { contracts: ['assets', 'tokens'], what: 'token orders', indexes })
}

/** Whether tokens with this first byte of their data can change hands on the chain as it is; undefined: a fungible one. */
export function createMovability({ params, chain }: Pick<GateDeps, 'params' | 'chain'>) {
  return (nftCode: number | undefined): boolean =>
    isMovableToken(nftCode) &&
    (nftCode === undefined || isEvalCodeEnabled(params.evalCodes, nftCode, chain.tip().height))
}
