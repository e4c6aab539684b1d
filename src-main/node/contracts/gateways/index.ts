/**
 * gateways: tokens that represent coins of another chain, which some signers hold there (gateways.md). The rules that
 * would protect a gateway's tokens are dead code in the reference, and therefore here too: anyone can take the tokens.
 */
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { ContractDefinition } from '../contract.ts'
import { GATEWAYS_KEY } from '../framework/gatewaysKey.ts'
import { gatewaysExplainer } from './explain.ts'
import { validateGateways } from './validate.ts'

export { type BindRequest, buildBind } from './bind.ts'
export { decodeBind, decodeDeposit, type GatewayBind } from './codec.ts'
export { buildDeposit, buildDepositClaim } from './deposits.ts'
export { depositAddress, externalAddress, externalWif } from './externalCoin.ts'
export { depositScript, GATEWAY_MARKER_SCRIPT, GATEWAY_TOKENS_SCRIPT } from './keys.ts'
export { coinBytes, findBind, listCompletedWithdrawals, listOpenWithdrawals, sumOutputsNamingToken } from './lookups.ts'
export {
  buildCompleteSigning,
  buildMarkDone,
  buildPartialSign,
  buildWithdraw,
  type SigningRequest,
} from './withdrawals.ts'

export const gatewaysContract = {
  name: 'gateways',
  evalCodes: [EVAL_CODES.gateways],
  globalKeys: [GATEWAYS_KEY],
  holdsTokens: true,
  validate: validateGateways,
  explainer: gatewaysExplainer,
} as const satisfies ContractDefinition<'gateways'>
