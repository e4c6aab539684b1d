/**
 * transactions: builds transactions, for the wallet, for contracts and for createrawtransaction.
 *
 * Purpose: transaction version and expiry (`newTransaction.ts`), coin selection, change, fee, signing. The wallet
 * selects coins as Bitcoin Core does (`selectCoins.ts`), contracts as komodod's contracts do (`selectNormalInputs.ts`).
 * Peers and recordings expect both orders. Non-goals: listing coins and their owners (wallet, addressIndex),
 * broadcasting (mempool, rpc). Invariants: pure except for injected randomness; the inputs equal the payments, the
 * change and the fee together. Thread: the node's; every function is synchronous and bounded.
 */
export { type BalancedPayment, balancePayment, type Recipient } from './balancePayment.ts'
export { BuildError, type BuildErrorKind } from './buildError.ts'
export { dustLimit, MAX_FEE, requiredFee } from './fees.ts'
export {
  type BuildContext,
  type BuildContextDeps,
  type ContractTransactionPlan,
  createBuildContext,
  finaliseTransaction,
  type UnlockingTree,
} from './finaliseTransaction.ts'
export { newTransaction } from './newTransaction.ts'
export { selectCoins } from './selectCoins.ts'
export {
  type CoinSource,
  type PubkeyCoinDeps,
  pubkeyCoinSource,
  type SpendableCoin,
  selectNormalInputs,
  selectNormalInputsWithFallback,
  selectSingleInput,
} from './selectNormalInputs.ts'
export { signaturesSize } from './signatureSize.ts'
export { type SignedTransaction, type SignRequest, signTransaction } from './signTransaction.ts'
export { computeTotals, type TransactionTotals } from './totals.ts'
