/**
 * tokens: creating and moving tokens, one satoshi per unit (tokens.md). Its index serves queries of balances; the rules
 * read only transactions, never the index. Other contracts may hold tokens too: `flow.ts` computes what a transaction
 * does with them.
 */
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { ContractDefinition } from '../contract.ts'
import { tokenExplainer } from './explain.ts'
import { TOKENS_KEY } from './keys.ts'
import { tokenMigrations } from './schema.ts'
import { createTokenIndex } from './tokenIndex.ts'
import { validateTokens } from './validate.ts'

export { displayText } from '../framework/displayText.ts'
export type { TokenRecord } from '../framework/tokenView.ts'
export { parseTokenAmount, parseTokenSupply } from './amounts.ts'
export {
  buildTokenCreate,
  buildTokenTransfer,
  isTokenDestination,
  type TokenCreateRequest,
  type TokenTransferRequest,
} from './build.ts'
export { decodeTokenData } from './codec.ts'
export { tokenAddress } from './directory.ts'
export { isBurnKey, TOKENS_KEY } from './keys.ts'
export type { TokenEvent, TokenHolder, TokenQueries } from './queries.ts'
export { EVENT_KINDS } from './schema.ts'
export type { TokenIndex } from './tokenIndex.ts'

export const tokensContract = {
  name: 'tokens',
  evalCodes: [EVAL_CODES.tokens],
  globalKeys: [TOKENS_KEY],
  holdsTokens: false,
  validate: validateTokens,
  explainer: tokenExplainer,
  index: { migrations: tokenMigrations, create: createTokenIndex },
} as const satisfies ContractDefinition<'tokens'>
