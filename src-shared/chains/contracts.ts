import { EVAL_CODES, OWN_CONTRACTS } from '../protocol/evalCodes.ts'

/** The contracts that this program has, as `-ac_ccenable` lists them: `227,228,242`. */
export const KNOWN_CONTRACTS = OWN_CONTRACTS.map((name) => EVAL_CODES[name])
  .sort((a, b) => a - b)
  .join(',')
