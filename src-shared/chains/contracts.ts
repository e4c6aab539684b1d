import { EVAL_CODES, OWN_CONTRACTS } from '../protocol/evalCodes.ts'

/** What `-ac_ccenable` lists of the contracts that this program has, in ascending order. */
export const KNOWN_CONTRACTS = OWN_CONTRACTS.map((name) => EVAL_CODES[name])
  .sort((a, b) => a - b)
  .join(',')
