/**
 * modules: the crypto-condition modules, one folder each, and what concerns all of them.
 *
 * Purpose: judge every transaction that spends a module's output (complete consensus of the modules in `list.ts`), read and
 * write their OP_RETURN data, keep their indexes inside the transaction that connects a block, explain and build their
 * transactions, and search the proof of work of a faucet claim. `ccModule.ts` says what a module is; nothing outside its
 * folder, `list.ts` and its RPC methods names one.
 * Non-goals: scripts and signatures of conditions (conditions, script), storing or sending what was built (rpc, wallet),
 * modules that are not in the list: a node that cannot judge an output's module refuses the spend.
 * Invariants: decoders of OP_RETURN data never throw and assume no text encoding; verdicts depend on the transaction, the
 * chain and the mempool, never on an index; disconnecting a block leaves the indexes as they were before.
 * Thread: the node's thread, and everything is synchronous; but the search of a claim has a thread of its own, and its
 * result is checked again on the node's. Codecs and rules are pure.
 *
 * What only one module's callers need is exported by that module's own `index.ts`.
 */

export { ccAddress } from './ccAddress.ts'
export { isContractHash, isGlobalKey, isGlobalKeyHash } from './conditionOwners.ts'
export type { ContractContext, ContractReads } from './contractContext.ts'
export { type CcRules, createCcEvaluator } from './evaluator.ts'
export { createModuleExplainer, createModuleFinder, type ModuleExplanation, NO_MODULES } from './explain.ts'
export {
  createModuleIndexes,
  type ModuleIndexes,
  moduleMigrations,
  moduleObservers,
  moduleRebuilds,
} from './indexes.ts'
export { createMemos } from './moduleContext.ts'
export { isSettled } from './notarised.ts'
export { announcedKeyLength, opReturnData } from './opReturn.ts'
export { conditionKeyOf, rawKeyOf } from './rawKey.ts'
export { KEYS_WITHOUT_RULES } from './refusedCodes.ts'
export { mayHoldData } from './scriptChecks.ts'
export { type CoinText, homeOf, isOwn, receiverPhrase, type TransactionFacts } from './sentences.ts'
export type { TokenUnits } from './tokens/flow.ts'
export { BuildError, type BuildErrorKind } from './transactionBuilder/buildError.ts'
export { readCoinAmount } from './transactionBuilder/coinAmount.ts'
export { type BuildContext, type BuildContextDeps, createBuildContext } from './transactionBuilder/finalise.ts'
export {
  type CoinSource,
  type PubkeyCoinDeps,
  pubkeyCoinSource,
  type SpendableCoin,
} from './transactionBuilder/normalInputs.ts'
export { keyAddress, txidKey } from './txidMarker.ts'
