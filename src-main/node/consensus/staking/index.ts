/**
 * consensus/staking: proof of stake of chains with `-ac_staked` (staking.md). A stake transaction is the last one of its
 * block; its coin wins by value, age and segid. Blocks with and without a stake may follow each other in any order: the
 * target of the proof of work moves so that about the wished share is staked.
 */
export { NOT_STAKED, SEGIDS, segidOf } from './segid.ts'
export {
  endsWithStake,
  type JudgedStake,
  judgeStake,
  type StakeBranch,
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
