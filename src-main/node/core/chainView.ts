/** Interface of the chain for sibling modules: block index, coins, active chain. Implemented by chain. Types only. */
import type { Block, BlockHeader, OutPoint, Transaction, TxOut } from '../primitives/types.ts'

/** Validation progress of a block. `failed` and `failedAncestor` exclude it from best-chain selection. */
export type BlockStatus = 'header' | 'stored' | 'valid'

/** Block index entry. Owned and mutated by chain only. */
export interface BlockEntry {
  /** row id in the block table; grows in order of acceptance */
  readonly id: number
  readonly hash: Uint8Array
  /** hashKey of the hash, stored so that it is not computed again */
  readonly key: string
  /** display hex */
  readonly hashHex: string
  readonly prev: BlockEntry | null
  readonly height: number
  /** Read from disk if it is not in memory. In loops use the three fields below, which are always in memory. */
  readonly header: BlockHeader
  /** header.time, unix seconds */
  readonly time: number
  /** header.bits, compact target */
  readonly bits: number
  /** header.version */
  readonly version: number
  /** total work up to and including this block */
  readonly chainWork: bigint
  /** `header`: no data; `stored`: data on disk, not yet connected; `valid`: connected at least once */
  readonly status: BlockStatus
  readonly failed: boolean
  readonly failedAncestor: boolean
  /** transactions in the block; 0 while only the header is known */
  readonly txCount: number
  /** transactions in the chain up to here; 0 while unknown */
  readonly chainTxCount: number
  /** bytes of the serialised block, 0 while only the header is known */
  readonly size: number
}

/** Existing output of the chain, with the data needed to validate a spend. */
export interface Coin extends TxOut {
  readonly height: number
  readonly coinbase: boolean
}

/** Coin together with its outpoint. */
export interface SpentCoin extends Coin {
  readonly outpoint: OutPoint
  /** number of the creating transaction (see ConnectedTx.txNum) */
  readonly txNum: number
}

export interface ConfirmedTx {
  readonly tx: Transaction
  readonly txid: Uint8Array
  readonly txNum: number
  readonly block: BlockEntry
  /** position in the block */
  readonly position: number
}

/**
 * Notarisation: a block of this chain that notaries wrote into the base chain, as reported by a transaction of a
 * connected block.
 */
export interface Notarisation {
  /** height of the block with the reporting transaction */
  readonly foundAt: number
  /** the notarised block, internal order */
  readonly hash: Uint8Array
  readonly height: number
  /** id of the transaction in the base chain, internal order */
  readonly destTxid: Uint8Array
  /**
   * Merkle root over the roots of `momDepth` blocks up to the height, or the root of an earlier notarisation; undefined
   * if there is no root
   */
  readonly mom: Uint8Array | undefined
  readonly momDepth: number
}

/** Notarisations of the active chain, as of the last commit. */
export interface NotarisationView {
  /** the last one; undefined if no block is notarised */
  last(): Notarisation | undefined
  /** the newest whose Merkle root covers this height */
  covering(height: number): Notarisation | undefined
  /**
   * Confirmations as komodod counts them (notarisation.md §4): from the last notarised block on, a block has at most
   * one.
   * @param raw number of blocks from this block to the tip, inclusive; 0 or less outside the active chain
   */
  confirmations(height: number, raw: number): number
  /**
   * Returns true if the chain was notarised and the last notarisation is more than a day older than the tip, by median
   * times: its notaries have stopped.
   */
  lapsed(): boolean
  /** Confirmations to show to users: like `confirmations`, but blocks are counted if notarisation has lapsed. */
  shownConfirmations(height: number, raw: number): number
  /**
   * Height up to which contract rules treat blocks as notarised, 0 without notarisation. On regtest it is simulated
   * (gateways.md §4).
   * @param tipHeight height of the block below the one being validated
   */
  forContracts(tipHeight: number): number
}

/** Spend of an output. `txNum` is the number of the spending transaction. */
export interface Spend {
  readonly txid: Uint8Array
  readonly inputIndex: number
  readonly height: number
  readonly txNum: number
}

/** Read access to the active chain. Every method is synchronous and sees one consistent tip. */
export interface ChainView {
  tip(): BlockEntry
  byHash(hash: Uint8Array): BlockEntry | undefined
  /** active chain only */
  byHeight(height: number): BlockEntry | undefined
  isActive(entry: BlockEntry): boolean
  /** median of the last 11 block times up to and including `entry` */
  medianTimePast(entry: BlockEntry): number
  /** unspent coin of the active chain */
  coin(outpoint: OutPoint): Coin | undefined
  /** a confirmed transaction, unspent or not */
  transaction(txid: Uint8Array): ConfirmedTx | undefined
  /** @throws Error if the transaction number is unknown */
  txidOf(txNum: number): { readonly txid: Uint8Array; readonly height: number; readonly position: number }
  /** an output of a confirmed transaction, spent or not */
  output(outpoint: OutPoint): Coin | undefined
  spend(outpoint: OutPoint): Spend | undefined
  /** complete block from disk; undefined if only the header is known */
  block(entry: BlockEntry): Block | undefined
  /** block index tips: leaves, plus the active tip */
  tips(): readonly BlockEntry[]
  bestHeader(): BlockEntry
  /** notarisations of this chain, and their effect on confirmations */
  readonly notarisations: NotarisationView
}

/** Block at which an answer is correct. */
export interface NamedBlock {
  readonly height: number
  /** internal order */
  readonly hash: Uint8Array
}
