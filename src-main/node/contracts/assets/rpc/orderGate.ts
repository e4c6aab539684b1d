import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { isMovableToken } from '#shared/protocol/moduleRules.ts'
import { isEvalCodeEnabled } from '../../../consensus/index.ts'
import type { OrderIndex } from '../index.ts'
import { createModuleGate, GATE_TEXT } from '../../framework/rpc/moduleGate.ts'
import { createTokenGate, type TokenGateDeps } from '../../tokens/rpc/tokenGate.ts'

/** Checks the preconditions of what concerns orders: those of the tokens, and of the orders themselves. @throws RpcError −1 */
export function createOrderGate(deps: TokenGateDeps) {
  const index = deps.moduleIndexes?.assets
  const pass = createModuleGate(deps, {
    evalCode: EVAL_CODES.assets,
    what: 'token orders',
    indexed: index !== undefined,
  })
  const tokenGate = createTokenGate(deps)
  return {
    acting(withoutPubkey = GATE_TEXT) {
      pass.acting(withoutPubkey, GATE_TEXT)
      return { ...tokenGate.acting(withoutPubkey), orders: index as OrderIndex }
    },
    reading() {
      pass.reading()
      return { ...tokenGate.reading(), orders: index as OrderIndex }
    },
  }
}

/** Whether tokens with this first byte of their data can change hands on the chain as it is; undefined: a fungible one. */
export function createMovability({ params, chain }: Pick<TokenGateDeps, 'params' | 'chain'>) {
  return (nftCode: number | undefined): boolean =>
    isMovableToken(nftCode) &&
    (nftCode === undefined || isEvalCodeEnabled(params.evalCodes, nftCode, chain.tip().height))
}
