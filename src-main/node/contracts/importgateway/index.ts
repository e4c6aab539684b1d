/**
 * importgateway: gateways of chains that import coins. The reference's rule agrees to everything before it looks at anything
 * (importgateway.md §1), so what is locked with it belongs to whoever has the key.
 */
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { ContractDefinition } from '../contract.ts'
import { CC_VALID } from '../framework/ccVerdict.ts'
import { importGatewayExplainer } from './explain.ts'
import { IMPORT_GATEWAY_KEY } from './keys.ts'

export const importGatewayContract = {
  name: 'importgateway',
  evalCodes: [EVAL_CODES.importgateway],
  globalKeys: [IMPORT_GATEWAY_KEY],
  holdsTokens: true,
  validate: () => CC_VALID,
  explainer: importGatewayExplainer,
} as const satisfies ContractDefinition<'importgateway'>
