/**
 * modules: the crypto-condition modules tokens, assets (the token exchange) and faucet.
 *
 * Purpose: judge every transaction that spends a module's output (complete consensus of all three), read and write their
 * OP_RETURN data, keep the token index inside the transaction that connects a block, build transactions of tokens and of the
 * faucet, and search the proof of work of a claim.
 * Non-goals: scripts and signatures of conditions (conditions, script), storing or sending what was built (rpc, wallet),
 * modules other than these: a node that cannot judge an output's module refuses the spend.
 * Invariants: decoders of OP_RETURN data never throw and assume no text encoding; verdicts depend on the transaction, the
 * chain and the memory pool, never on the index; disconnecting a block leaves the index as it was before.
 * Thread: the node's thread, and everything is synchronous; but the search of a claim has a thread of its own, and its
 * outcome is checked again on the node's. Codecs and rules are pure.
 */
export { BuildError, type BuildErrorKind } from './build/buildError.ts'
export { type BuildContext, type BuildContextDeps, createBuildContext } from './build/finalise.ts'
export { type CoinSource, type PubkeyCoinDeps, pubkeyCoinSource, type SpendableCoin } from './build/normalInputs.ts'
export { isGlobalKey, isGlobalKeyHash } from './conditionOwners.ts'
export { EVAL_FAUCET, EVAL_TOKENS, FAUCET_KEY, GATEWAYS_PUBLIC_KEY, type GlobalKey, TOKENS_KEY } from './evalCodes.ts'
export { type CcRules, createCcEvaluator } from './evalDispatch.ts'
export {
  createModuleExplainer,
  type ExplainedToken,
  isBurnKey,
  type ModuleExplanation,
  type TokenUnits,
} from './explain.ts'
export { parseFunding } from './faucet/build.ts'
export type { Claim } from './faucet/claims.ts'
export { createFaucet, type Faucet, type FaucetDeps } from './faucet/faucet.ts'
export { startThreadSearch } from './faucet/search/thread.ts'
export { FAUCET_POOL_SCRIPT, FAUCET_SIZE } from './faucet/validate.ts'
export { parseTokenAmount, parseTokenSupply } from './tokens/amounts.ts'
export {
  buildTokenCreate,
  buildTokenTransfer,
  isTokenDestination,
  type TokenCreateRequest,
  type TokenTransferRequest,
} from './tokens/build.ts'
export { tokenAddress } from './tokens/directory.ts'
export type {
  HolderKind,
  TokenCoin,
  TokenEvent,
  TokenHolder,
  TokenHolding,
  TokenQueries,
  TokenRecord,
} from './tokens/queries.ts'
export { type TokenEventKind, tokenMigrations } from './tokens/schema.ts'
export { createTokenIndex, displayText, type TokenIndex, type TokenIndexDeps } from './tokens/tokenIndex.ts'
