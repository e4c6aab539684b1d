import type { UpgradeState, Verdict } from '../consensus/index.ts'
import type { BlockEntry, ChainView, MempoolEntry } from '../interfaces.ts'
import type { Block, BlockHeader, Transaction } from '../primitives/types.ts'

/** What mining needs of the chain. */
export interface MiningChain extends ChainView {
  upgrades(): UpgradeState
  /** the tip after everything that is connected became durable and the mempool was notified of it */
  committedTip(): BlockEntry
  nextBits(prev: BlockEntry, time: number): number
  earliestTime(prev: BlockEntry): number
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
  /** satoshis */
  readonly fees: bigint
  /** satoshis; what getblocktemplate calls coinbasevalue */
  readonly subsidy: bigint
  readonly target: bigint
  /** earliest time that the header may carry */
  readonly minTime: number
  readonly sizeLimit: number
  readonly sigopLimit: number
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
