/**
 * oracles: data that publishers put on the chain, paid for by subscribers (oracles.md). A publisher's fee per data
 * point is in the latest confirmed registration, which the rules read from the oracle's marker.
 */
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { ContractDefinition } from '../contract.ts'
import { oraclesExplainer } from './explain.ts'
import { validateOracles } from './validate.ts'

export { parseDataFee, parseSubscription } from './amounts.ts'
export {
  buildOracleCreate,
  buildOracleData,
  buildOracleFund,
  buildOracleRegister,
  buildOracleSubscribe,
} from './build.ts'
export { ORACLES_PUBLIC_KEY } from './keys.ts'
export { createOracleLists, decodeSample } from './lists.ts'
export { createOracleReader } from './reader.ts'

export const oraclesContract = {
  name: 'oracles',
  evalCodes: [EVAL_CODES.oracles],
  globalKeys: [],
  holdsTokens: false,
  validate: validateOracles,
  explainer: oraclesExplainer,
} as const satisfies ContractDefinition<'oracles'>
