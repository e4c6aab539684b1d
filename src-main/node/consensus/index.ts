/**
 * consensus: the definition of a chain and its rules.
 *
 * Purpose: parses the options that define a chain, derives its parameters, and checks headers, blocks and transactions.
 * Each check is a pure function whose verdict says how to treat the header, block or transaction.
 *
 * Non-goals: scripts, signatures and crypto-condition modules (script, verify, modules), finding coins, choosing
 * between branches and keeping state (chain), policy (mempool).
 *
 * Invariants: no I/O, no clock, no state. The same arguments always give the same verdict. A chain that needs an
 * unimplemented rule is rejected when its options are parsed; data that needs one is rejected when checked.
 *
 * Thread: any.
 */

export { widened } from './adaptiveDifficulty.ts'
export {
  checkBlock,
  checkBlockTransactions,
  checkConnectedBlock,
  contextualCheckBlock,
  EMPTY_SAPLING_ROOT,
  EMPTY_SPROUT_ROOT,
} from './block.ts'
export { canonicalOptions } from './canonicalOptions.ts'
export type { ChainOptions, ParsedChainOptions } from './chainOptions.ts'
export type { Checkpoint, Checkpoints } from './checkpoints.ts'
export { announcedCommission, heightScript } from './coinbase.ts'
export { type CoinbasePlan, coinbaseOutputs } from './coinbaseOutputs.ts'
export { CONF_RPC_BIND, newConfText } from './confText.ts'
export {
  type BranchNode,
  branchWindow,
  earliestTime,
  headerWindow,
  medianTimePast,
  nextBits,
} from './difficulty.ts'
export { type EvalCodeRules, isEvalCodeEnabled, isUnjudged } from './evalCodeRules.ts'
export { isFinal } from './finality.ts'
export { describeForkedChain } from './forkedChains.ts'
export {
  checkClock,
  checkHeader,
  checkSolution,
  contextualCheckHeader,
  type HeaderContext,
  maxSecondsAhead,
  OTHER_FIRST_BLOCK,
} from './header.ts'
export type { HeaderAt, HeaderTimes } from './headerAt.ts'
export {
  checkInputs,
  type InputsVerdict,
  missingInputs,
  overwritesTransaction,
  tooManySigOps,
} from './inputs.ts'
export {
  NOTARISATION_OUTPUT,
  type NotarisationClaim,
  readNotarisation,
  signedByNotaries,
} from './notaries/notarisation.ts'
export {
  checkNotaryPay,
  claimsNotarisation,
  isShapedForPay,
  notaryPayAt,
  notaryPayOutputs,
  PAID_POSITION,
  paysNotaries,
  type SpendingTransaction,
} from './notaries/notaryPay.ts'
export { findNotaries, type NotarySeason, notarySeasonAt } from './notaries/seasons.ts'
export { parseChainOptions, readChainOptions } from './options.ts'
export {
  askedSpacing,
  buildChainParams,
  type ChainParams,
  type Commission,
  chainParamsFromArgs,
  type Emission,
  type Era,
  NOT_ACTIVE,
  type TimeLock,
  type UpgradeParams,
} from './params.ts'
export { isOpenAddress } from './privateChain.ts'
export {
  hasShieldedParts,
  shieldedTime,
  shieldedVerdict,
  shieldedViolation,
  toleratesContextual,
} from './shieldedRules.ts'
export { simulatedNotarisation } from './simulatedNotarisation.ts'
export {
  BTC_MIN_SIGS,
  IGUANA_PORT,
  IGUANA_SEEDS,
  stakedEra,
  stakedMinSigs,
  stakedNotaries,
} from './stakedNotaries.ts'
export {
  checkStake,
  checkStakingPlace,
  computeSegid,
  earliestStake,
  MIN_STAKE,
  NOT_STAKED,
  SEGIDS,
  type StakeBranch,
  type StakeCoin,
  type StakePlace,
  type StakeResult,
  type StakeSubject,
  segidOfBlock,
  stakeMaturity,
  stakePlace,
  stakeRoot,
  stakeRootScript,
  type WorkTarget,
  workTarget,
} from './staking/index.ts'
export { subsidy } from './subsidy.ts'
export { type SupplyCurve, type SupplyPoint, supplyCurve } from './supplyCurve.ts'
export { legacySigOps, p2shSigOps } from './transactionSigOps.ts'
export {
  checkTransaction,
  contextualCheckTransaction,
  isExpired,
  MAX_TX_VALUE_OUT,
  type TransactionContext,
} from './transactions.ts'
export {
  BRANCH_ID,
  branchIdAt,
  type Epoch,
  epochAt,
  initialUpgrades,
  MAX_BLOCK_SIZE,
  maxBlockSize,
  type TransactionForm,
  transactionForm,
  UPGRADES_SINCE,
  type UpgradeHeights,
  type UpgradeState,
  upgradeHeights,
  upgradesAfterConnect,
} from './upgrades.ts'
export {
  logReason,
  REJECT,
  VALID,
  type Verdict,
  type VerdictKind,
  type Violation,
  violation,
} from './verdict.ts'
