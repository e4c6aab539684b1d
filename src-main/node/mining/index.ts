/**
 * mining: blocks on the tip.
 *
 * Purpose: the block template (coinbase, choice of transactions), the search for regtest's small Equihash, blocks on demand
 * (`generate`) and automatic ones when transactions wait, main mode's full proof of work on threads of its own (soloMiner,
 * solver/), and the estimate of the network's solution rate.
 * Non-goals: judging blocks (chain), RPC shapes (rpc), pools of miners.
 * Invariants: a template has passed every check of the chain but proof of work; a mined block carries a true solution
 * although regtest checks none; a search yields the thread every few milliseconds and can be cancelled.
 * Thread: the node's.
 */
export { AutoMiner, type AutoMinerDeps, type AutoMinerOptions } from './autoMiner.ts'
export { networkSolutionRate } from './hashrate.ts'
export { longPollId, parseLongPollId, type WorkState, waitForWork } from './longPoll.ts'
export { type BlockGenerator, type GenerateOptions, Miner, type MinerDeps } from './miner.ts'
export { type MinedBlock, type MinerRecord, openMinerRecord } from './minerRecord.ts'
export { SoloMiner, type SoloMinerDeps } from './soloMiner.ts'
export { createSolverThreads, THREAD_BYTES } from './solver/index.ts'
export { backtestStakes, type StakeBacktest } from './staking/backtestStakes.ts'
export { createInlineGrinder, createThreadGrinder, type Grinder } from './staking/grinder.ts'
export { Staker, type StakerDeps, type StakerOptions, type StakerStatus } from './staking/staker.ts'
export type { StakeableCoin, StakingWallet } from './staking/types.ts'
export {
  TemplateBuilder,
  type TemplateDeps,
  type TemplateOptions,
  type TemplateRequest,
} from './template.ts'
export {
  type BlockTemplate,
  type MiningChain,
  MiningError,
  type MiningErrorKind,
  type PowerSource,
  type RewardTarget,
  type SoloMinerStatus,
  type TemplateFigures,
  type TemplateTx,
  type Timers,
} from './types.ts'
