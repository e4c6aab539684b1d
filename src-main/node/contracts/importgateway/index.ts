/**
 * importgateway: gateways of chains that import coins. The reference's rule accepts every transaction before any check
 * (importgateway.md §1), so anyone with the key can spend its outputs.
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
