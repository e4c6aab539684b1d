/**
 * contracts: the crypto-condition contracts, one folder each, and what walks all of them.
 *
 * Purpose: judge every transaction that spends a contract's output (complete consensus of the contracts in `list.ts`), read and
 * write their OP_RETURN data, keep their indexes inside the transaction that connects a block, explain and build their
 * transactions, answer their RPC methods, and search the proof of work of a faucet claim. `contract.ts` lists the parts of a
 * contract, `framework` has what contracts share; `list.ts` and what walks it are the only others that name one.
 * Non-goals: scripts and signatures of conditions (conditions, script), coin selection and fees (transactions), sending what was
 * built (rpc, wallet), contracts that are not in the list: a node without an output's contract refuses the spend.
 * Invariants: decoders of OP_RETURN data never throw and assume no text encoding; verdicts depend on the transaction, the
 * chain and the mempool, never on an index; disconnecting a block leaves the indexes as they were before.
 * Thread: the node's thread, and everything is synchronous; but the search of a claim has a thread of its own, and its
 * result is checked again on the node's. Codecs and rules are pure.
 *
 * Exports for the callers of one contract stand in that contract's own `index.ts`.
 */

export { conditionHashes, findContractByHash, findContractByKey } from './conditionOwners.ts'
export { type CcRules, ContractEvaluator } from './evaluator.ts'
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
