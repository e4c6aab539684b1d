/**
 * oracles: data that publishers put on the chain, each paid by who subscribed to it (oracles.md). What a publisher takes for a
 * data point is what his latest confirmed registration says: the rules read it from the marker of the oracle.
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
export { createOracleLists, sampleOf } from './lists.ts'
export { createOracleReader } from './reader.ts'

export const oraclesContract = {
  name: 'oracles',
  evalCodes: [EVAL_CODES.oracles],
  globalKeys: [],
  holdsTokens: false,
  validate: validateOracles,
  explainer: oraclesExplainer,
} as const satisfies ContractDefinition<'oracles'>
