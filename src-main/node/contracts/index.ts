/**
 * contracts: the crypto-condition contracts, one folder each, and the code that iterates over all contracts.
 *
 * Purpose:
 * - validate every transaction that spends a contract's output (complete consensus of the contracts in `list.ts`)
 * - read and write OP_RETURN data, and update indexes in the database transaction that connects a block
 * - explain and build transactions, implement the RPC methods, and search the proof of work of a faucet claim
 *
 * `contract.ts` defines the parts of a contract; `framework` has code shared by contracts. Only `list.ts` and the code
 * that iterates over it name individual contracts elsewhere.
 *
 * Non-goals: scripts and signatures of conditions (conditions, script), coin selection and fees (transactions), sending
 * built transactions (rpc, wallet), contracts that are not in the list: the node rejects spends of their outputs.
 *
 * Invariants: decoders of OP_RETURN data never throw and assume no text encoding. Verdicts depend on the transaction,
 * the chain and the mempool, never on an index. Disconnecting a block restores the previous state of the indexes.
 *
 * Thread: the node's thread, and all code is synchronous. Only the search for a claim has its own thread; its result is
 * rechecked on the node's thread. Codecs and rules are pure.
 *
 * Exports for the callers of a single contract are in that contract's own `index.ts`.
 */

export { conditionHashes, findContractByHash, findContractByKey } from './conditionOwners.ts'
export { type CcRules, ContractEvaluator } from './evaluator.ts'
export { type ContractExplanation, createContractExplainer, createContractFinder, NO_CONTRACTS } from './explain.ts'
export type { ContractContext, ContractReads } from './framework/contractContext.ts'
export { opReturnData } from './framework/opReturn.ts'
export { mayHoldData } from './framework/scriptChecks.ts'
export {
  type CoinText,
  findCommonAddress,
  isOwn,
  receiverPhrase,
  type TransactionFacts,
} from './framework/sentences.ts'
export {
  type ContractIndexes,
  contractMigrations,
  contractObservers,
  contractRebuilds,
  createContractIndexes,
} from './indexes.ts'
export { CONTRACT_HANDLERS } from './list.ts'
export type { TokenUnits } from './tokens/flow.ts'
