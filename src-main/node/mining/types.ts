import type { StakePlace, UpgradeState, Verdict, WorkTarget } from '../consensus/index.ts'
import type { BlockEntry, ChainView, MempoolEntry } from '../core/index.ts'
import type { Block, BlockHeader, Transaction } from '../primitives/types.ts'

/** What mining needs of the chain. */
export interface MiningChain extends ChainView {
  upgrades(): UpgradeState
  /** the tip after everything that is connected became durable and the mempool was notified of it */
  committedTip(): BlockEntry
  nextBits(prev: BlockEntry, time: number): number
  earliestTime(prev: BlockEntry): number
  /** what the proof of work of the next block has to meet on a chain with proof of stake */
  nextWorkTarget(bits: number): WorkTarget
  /** where a stake of the next block would stand */
  nextStakePlace(bits: number): StakePlace
  /** root of the tree of shielded outputs after a block on the tip with these transactions */
  saplingRootWith(txs: readonly Transaction[]): Uint8Array
  /** everything but proof of work, as the next block */
  testBlockValidity(block: Block): Verdict
  /** null when taken, else why not (rpc.md §8) */
  submitBlock(bytes: Uint8Array): string | null
}

export interface TemplateTx {
  readonly entry: MempoolEntry
  readonly fee: bigint
  readonly sigops: number
  /** positions of the template's transactions that it spends from, counted from 1 */
  readonly depends: readonly number[]
}

/** A block on the tip that is complete except for its proof of work. */
export interface BlockTemplate {
  readonly height: number
  /** its parent */
  readonly prev: BlockEntry
  /** nonce zero, no solution */
  readonly header: BlockHeader
  readonly coinbase: Transaction
  readonly txs: readonly TemplateTx[]
  /** the last transaction of a staked block; undefined: it is to have full work */
  readonly stake: Transaction | undefined
  /** satoshis */
  readonly fees: bigint
  /** satoshis; what getblocktemplate calls coinbasevalue */
  readonly subsidy: bigint
  /** what the hash of the block has to meet */
  readonly target: bigint
  /** only on chains with proof of stake */
  readonly staking?: TemplateStaking | undefined
  /** earliest time that the header may carry */
  readonly minTime: number
  readonly sizeLimit: number
  readonly sigopLimit: number
}

/** What a chain with proof of stake wants of the block. */
export interface TemplateStaking {
  /** of a block without a stake, as other nodes announce it: the first blocks are taken with less work */
  readonly workTarget: bigint
  /** per cent of the last blocks that are staked, as other nodes count it */
  readonly percent: number
  /** no block without a stake is valid */
  readonly needed: boolean
}

/** What getmininginfo shows of the last template: its size with the room reserved for the coinbase, transactions without it. */
export interface TemplateFigures {
  readonly size: number
  readonly txCount: number
}

export type MiningErrorKind =
  /** no valid block can be made on the tip */
  | 'template'
  /** the chain is so far ahead of the clock that no block may follow now */
  | 'clock'
  /** the chain refused a mined block */
  | 'rejected'
  /** the chain's proof of work cannot be searched here */
  | 'unsupported'

/** Why nothing is mined on a chain that is wholly staked. */
export const NEEDS_STAKE = 'Every block of this chain needs a stake from block 101 on: nothing is mined by work alone.'

/** Mining cannot continue. A cancelled search rejects with the signal's reason instead. */
export class MiningError extends Error {
  override readonly name = 'MiningError'
  readonly kind: MiningErrorKind

  constructor(kind: MiningErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** Injected timers, which tests control. */
export interface Timers {
  set(callback: () => void, millis: number): unknown
  clear(timer: unknown): void
}

/** Where rewards go. */
export interface RewardTarget {
  /** `identity`: the key that modules act for; `address`: `-mineraddress`; `wallet`: a key of it, another for each block */
  readonly to: 'identity' | 'address' | 'wallet' | 'nobody'
  /** undefined: none, or another one for each block */
  readonly address: string | undefined
  /** the node's wallet may spend it */
  readonly mine: boolean
}

/** Where the machine gets its power from. */
export type PowerSource = 'mains' | 'battery' | 'unknown'

/** State, choices and figures of the solo miner. */
export interface SoloMinerStatus {
  /** whether it is switched on */
  readonly generate: boolean
  /** threads, as requested; −1: one for each core */
  readonly limit: number
  /** paused: the machine runs on battery, and the miner pauses then */
  readonly state: 'off' | 'waiting' | 'paused' | 'mining'
  /** what it waits for or what made it stop, as one sentence; empty: nothing */
  readonly detail: string
  readonly alone: boolean
  readonly power: PowerSource
  readonly pauseOnBattery: boolean
  /** a miner that is on continues at the next start */
  readonly resumeAtStart: boolean
  /** it was on when the node last ended, has not continued, and has not been switched since */
  readonly interrupted: boolean
  readonly threads: number
  /** solutions per second, measured */
  readonly solutionRate: number
  /** the rate every five seconds of mining, oldest first */
  readonly history: readonly number[]
  /** since it was switched on */
  readonly solutions: number
  /** since the node started */
  readonly blocksFound: number
  readonly lastBlock: { readonly hash: string; readonly height: number; readonly time: number } | undefined
  /** over all starts */
  readonly blocksEver: number
}
