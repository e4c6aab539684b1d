import type { StakePlace, UpgradeState, Verdict, WorkTarget } from '../consensus/index.ts'
import type { BlockEntry, ChainView, MempoolEntry } from '../core/index.ts'
import type { Block, BlockHeader, Transaction } from '../primitives/types.ts'

export interface MiningChain extends ChainView {
  upgrades(): UpgradeState
  /** the tip after every connected block is durable and the mempool was notified */
  committedTip(): BlockEntry
  nextBits(prev: BlockEntry, time: number): number
  earliestTime(prev: BlockEntry): number
  /** required proof of work of the next block on a chain with proof of stake */
  nextWorkTarget(bits: number): WorkTarget
  /** stake rules that apply to the next block */
  nextStakePlace(bits: number): StakePlace
  /** Sapling root after a block on the tip with these transactions */
  saplingRootWith(txs: readonly Transaction[]): Uint8Array
  /** validates everything except proof of work, as the next block */
  testBlockValidity(block: Block): Verdict
  /** returns null if the block was accepted, else the reason (rpc.md §8) */
  submitBlock(bytes: Uint8Array): string | null
}

export interface TemplateTx {
  readonly entry: MempoolEntry
  readonly fee: bigint
  readonly sigops: number
  /** positions, from 1, of the template's transactions whose outputs it spends */
  readonly depends: readonly number[]
}

/** Block on the tip, complete except for its proof of work. */
export interface BlockTemplate {
  readonly height: number
  readonly prev: BlockEntry
  /** nonce 0, without solution */
  readonly header: BlockHeader
  readonly coinbase: Transaction
  readonly txs: readonly TemplateTx[]
  /** last transaction of a staked block; undefined for a block with full proof of work */
  readonly stake: Transaction | undefined
  /** satoshis */
  readonly fees: bigint
  /** satoshis; `coinbasevalue` of getblocktemplate */
  readonly subsidy: bigint
  /** maximum hash of the block */
  readonly target: bigint
  /** set only on chains with proof of stake */
  readonly staking?: TemplateStaking | undefined
  readonly minTime: number
  readonly sizeLimit: number
  readonly sigopLimit: number
}

/** Requirements of a chain with proof of stake for the block. */
export interface TemplateStaking {
  /** target for a block without a stake as other nodes announce it; the first blocks need less work */
  readonly workTarget: bigint
  /** percentage of staked blocks among the last blocks, as other nodes count it */
  readonly percent: number
  /** true if a block without a stake is invalid */
  readonly needed: boolean
}

/**
 * Size of the last template for getmininginfo: bytes including the space reserved for the coinbase, and the number of
 * transactions without it.
 */
export interface TemplateFigures {
  readonly size: number
  readonly txCount: number
}

export type MiningErrorKind =
  /** no valid block can be built on the tip */
  | 'template'
  /** the chain is too far ahead of the clock for another block */
  | 'clock'
  /** the chain rejected a mined block */
  | 'rejected'
  /** this program cannot search the chain's proof of work */
  | 'unsupported'

/** Reason why nothing is mined on a chain where every block is staked. */
export const NEEDS_STAKE =
  'Every block of this chain requires a stake from block 101 on: blocks cannot be mined by work alone.'

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

export interface RewardTarget {
  /** `identity`: the key of contract methods; `address`: `-mineraddress`; `wallet`: a new wallet key for each block */
  readonly to: 'identity' | 'address' | 'wallet' | 'nobody'
  /** undefined without an address, or if it changes with each block */
  readonly address: string | undefined
  /** true if the node's wallet may spend it */
  readonly mine: boolean
}

export type PowerSource = 'mains' | 'battery' | 'unknown'

export interface SoloMinerStatus {
  readonly generate: boolean
  /** requested number of threads; −1 means one per core */
  readonly limit: number
  /** `paused` means that the machine runs on battery and the miner pauses on battery */
  readonly state: 'off' | 'waiting' | 'paused' | 'mining'
  /** reason for waiting or for turning off, as one sentence; otherwise empty */
  readonly detail: string
  readonly alone: boolean
  readonly power: PowerSource
  readonly pauseOnBattery: boolean
  /** true if a miner that is on resumes at the next start */
  readonly resumeAtStart: boolean
  /** true if mining was on when the node last stopped, has not resumed, and was not switched since */
  readonly interrupted: boolean
  readonly threads: number
  /** measured solutions per second */
  readonly solutionRate: number
  /** rate every five seconds of mining, oldest first */
  readonly history: readonly number[]
  /** number since the miner was switched on */
  readonly solutions: number
  /** number since the node started */
  readonly blocksFound: number
  readonly lastBlock: { readonly hash: string; readonly height: number; readonly time: number } | undefined
  /** number over all starts */
  readonly blocksEver: number
}
