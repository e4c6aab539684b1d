/**
 * faucet: one pool of coins per chain. Every new address may claim a small amount for some proof of work (faucet.md).
 * `faucet.ts` implements the faucet for the RPC methods. The search for a claim runs on its own thread (`search/`).
 */
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { ContractDefinition } from '../contract.ts'
import { faucetExplainer } from './explain.ts'
import { FAUCET_KEY } from './keys.ts'
import { validateFaucet } from './validate.ts'

export { parseFunding } from './build.ts'
export type { Claim } from './claimTypes.ts'
export { Faucet, type FaucetDeps } from './faucet.ts'
export { FAUCET_POOL_ADDRESS } from './faucetPool.ts'
export { FAUCET_KEY } from './keys.ts'
export { startThreadSearch } from './search/thread.ts'
export { FAUCET_POOL_SCRIPT, FAUCET_SIZE } from './validate.ts'

export const faucetContract = {
  name: 'faucet',
  evalCodes: [EVAL_CODES.faucet],
  globalKeys: [FAUCET_KEY],
  holdsTokens: false,
  validate: validateFaucet,
  explainer: faucetExplainer,
} as const satisfies ContractDefinition<'faucet'>
