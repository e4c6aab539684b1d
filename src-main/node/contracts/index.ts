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

export {
  type BuildContext,
  type BuildContextDeps,
  type BuildErrorKind,
  type CoinSource,
  type PubkeyCoinDeps,
  pubkeyCoinSource,
  type SpendableCoin,
} from '../transactions/index.ts'
export { isContractHash, isGlobalKey, isGlobalKeyHash } from './conditionOwners.ts'
export { type CcRules, createCcEvaluator } from './evaluator.ts'
export { type ContractExplanation, createContractExplainer, createContractFinder, NO_CONTRACTS } from './explain.ts'
export type { ContractContext, ContractReads } from './framework/contractContext.ts'
export { opReturnData } from './framework/opReturn.ts'
export { mayHoldData } from './framework/scriptChecks.ts'
export { type CoinText, homeOf, isOwn, receiverPhrase, type TransactionFacts } from './framework/sentences.ts'
export {
  type ContractIndexes,
  contractMigrations,
  contractObservers,
  contractRebuilds,
  createContractIndexes,
} from './indexes.ts'
export { CONTRACT_HANDLERS } from './list.ts'
export type { TokenUnits } from './tokens/flow.ts'
