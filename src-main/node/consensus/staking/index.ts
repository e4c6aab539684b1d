/**
 * consensus/staking: proof of stake on chains with `-ac_staked` (staking.md). A stake transaction is the last one of
 * its block. Its coin wins depending on value, age and segid. Staked and unstaked blocks may follow each other in any
 * order. The proof-of-work target moves so that about the intended share of blocks is staked.
 */
export { computeSegid, NOT_STAKED, SEGIDS } from './segid.ts'
export {
  checkStake,
  endsWithStake,
  type StakeBranch,
  type StakeResult,
  type StakeSubject,
  segidOfBlock,
} from './stakedBlock.ts'
export {
  earliestStake,
  MIN_STAKE,
  type StakeCoin,
  type StakePlace,
  stakeMaturity,
  stakePlace,
} from './stakeKernel.ts'
export { checkStakingPlace, stakeRoot, stakeRootScript } from './stakeTransaction.ts'
export { type WorkTarget, workTarget } from './workTarget.ts'
