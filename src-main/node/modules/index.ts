/**
 * modules: the crypto-condition modules tokens, assets (the token exchange) and faucet.
 *
 * Purpose: judge every transaction that spends a module's output (complete consensus of all three), read and write their
 * OP_RETURN data, keep the token index inside the transaction that connects a block, and build token transactions.
 * Non-goals: scripts and signatures of conditions (conditions, script), storing or sending what was built (rpc, wallet),
 * modules other than these: a node that cannot judge an output's module refuses the spend.
 * Invariants: decoders of OP_RETURN data never throw and assume no text encoding; verdicts depend on the transaction, the
 * chain and the memory pool, never on the index; disconnecting a block leaves the index as it was before.
 * Thread: the node's thread; everything is synchronous. Codecs and rules are pure.
 */
export { type AssetData, decodeOrder, encodeOrder, type OrderData, type OrderFunc, orderOf } from './assets/codec.ts'
export { BuildError, type BuildErrorKind } from './build/buildError.ts'
export { type BuildContext, type BuildContextDeps, createBuildContext } from './build/finalise.ts'
export { type CoinSource, type PubkeyCoinDeps, pubkeyCoinSource, type SpendableCoin } from './build/normalInputs.ts'
export {
  ASSETS_KEY,
  BURN_PUBLIC_KEY,
  EVAL_ASSETS,
  EVAL_FAUCET,
  EVAL_TOKENS,
  FAUCET_KEY,
  GATEWAYS_PUBLIC_KEY,
  type GlobalKey,
  MODULE_FEE,
  TOKENS_KEY,
} from './evalCodes.ts'
export { type CcRules, createCcEvaluator } from './evalDispatch.ts'
export { FAUCET_POOL_SCRIPT, FAUCET_SIZE } from './faucet/validate.ts'
export { moduleData, opReturnData } from './opret.ts'
export { parseTokenAmount, parseTokenSupply } from './tokens/amounts.ts'
export {
  buildTokenCreate,
  buildTokenTransfer,
  isTokenDestination,
  MAX_NFT_DATA,
  MAX_TOKEN_DESCRIPTION,
  MAX_TOKEN_NAME,
  type TokenCreateRequest,
  type TokenTransferRequest,
} from './tokens/build.ts'
export {
  decodeTokenData,
  encodeTokenCreate,
  encodeTokenTransfer,
  nftDataOf,
  PAYLOAD_ASSETS,
  PAYLOAD_NFT,
  payloadOf,
  type TokenCreateData,
  type TokenData,
  type TokenPayload,
  type TokenTransferData,
} from './tokens/codec.ts'
export { tokenScript } from './tokens/outputs.ts'
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
