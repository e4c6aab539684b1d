import { isMovableToken } from '#shared/protocol/contractRules.ts'
import { isEvalCodeEnabled } from '../../../consensus/index.ts'
import { createContractGate, type GateDeps } from '../../framework/rpc/contractGate.ts'
import type { TokenIndex } from '../../tokens/index.ts'
import type { OrderIndex } from '../index.ts'

export interface OrderGateDeps extends GateDeps {
  /** undefined if the node has no indexes */
  readonly contractIndexes: { readonly tokens: TokenIndex; readonly assets: OrderIndex } | undefined
}

/**
 * Checks the preconditions of order methods: the contracts `tokens` and `assets`, and their indexes.
 * @throws RpcError −1
 */
export function createOrderGate(deps: OrderGateDeps) {
  const { contractIndexes } = deps
  const indexes = contractIndexes && { tokens: contractIndexes.tokens, orders: contractIndexes.assets }
  return createContractGate(deps, { contracts: ['assets', 'tokens'], what: 'token orders', indexes })
}

/**
 * Returns a predicate: true if tokens with this first data byte can change hands at the current tip. An undefined byte
 * means a fungible token.
 */
export function createMovability({ params, chain }: Pick<GateDeps, 'params' | 'chain'>) {
  return (nftCode: number | undefined): boolean =>
    isMovableToken(nftCode) &&
    (nftCode === undefined || isEvalCodeEnabled(params.evalCodes, nftCode, chain.tip().height))
}
