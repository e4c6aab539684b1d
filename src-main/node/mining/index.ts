/**
 * mining: block production on the tip.
 *
 * Purpose: the block template (coinbase, transaction selection), the search for regtest's small Equihash, blocks on
 * demand (`generate`), automatic blocks when transactions wait, full proof of work of main mode on separate threads
 * (soloMiner, solver/), and the estimate of the network's solution rate. Non-goals: validating blocks (chain), RPC
 * shapes (rpc), mining pools. Invariants: A template has passed every check of the chain except proof of work. A mined
 * block has a valid solution although regtest does not check it. A search yields to the event loop every few
 * milliseconds and can be cancelled. Thread: the node's.
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
