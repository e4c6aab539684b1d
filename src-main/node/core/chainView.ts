/** The chain as its siblings know it: block index, coins, active chain. Implemented by chain. Types only. */
import type { Block, BlockHeader, OutPoint, Transaction, TxOut } from '../primitives/types.ts'

/** How far a block got. `failed` and `failedAncestor` exclude it from best-chain selection. */
export type BlockStatus = 'header' | 'stored' | 'valid'

/** One node of the header tree. Owned and mutated by chain only. */
export interface BlockEntry {
  /** row id in the block table; grows in order of acceptance */
  readonly id: number
  readonly hash: Uint8Array
  /** hashKey of the hash, at hand without making it */
  readonly key: string
  /** display hex */
  readonly hashHex: string
  readonly prev: BlockEntry | null
  readonly height: number
  /** Read from disk when it is not in memory: in loops use the three fields below, which always are. */
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

/** An output that exists in the chain, with what is needed to judge a spend of it. */
export interface Coin extends TxOut {
  readonly height: number
  readonly coinbase: boolean
}

/** A coin together with the place it came from. */
export interface SpentCoin extends Coin {
  readonly outpoint: OutPoint
  /** chain-order id of the transaction that made it (see ConnectedTx.tx number) */
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

/** A block of this chain that notaries wrote into the base chain, as a transaction of a connected block says. */
export interface Notarisation {
  /** height of the block with that transaction */
  readonly foundAt: number
  /** the notarised block, internal order */
  readonly hash: Uint8Array
  readonly height: number
  /** id of the transaction in the base chain, internal order */
  readonly destTxid: Uint8Array
  /** Merkle root over the roots of `momDepth` blocks up to the height, or that of an earlier one; undefined: there was none. */
  readonly mom: Uint8Array | undefined
  readonly momDepth: number
}

/** Notarisations of the active chain, as of the last commit. */
export interface NotarisationView {
  /** the last one; undefined: nothing is notarised */
  last(): Notarisation | undefined
  /** the newest with a merkle root over this height */
  covering(height: number): Notarisation | undefined
  /**
   * Confirmations as others count them (notarisation.md §4): from the last notarised block on, one is all there is.
   * @param raw blocks on top, and the block itself; zero and below: not in a block of the active chain
   */
  confirmations(height: number, raw: number): number
  /**
   * Height up to which the rules of contracts take blocks for notarised, 0 if none is; regtest's is simulated (gateways.md §4).
   * @param tipHeight of the block below what is judged
   */
  forContracts(tipHeight: number): number
}

/** Where an output was spent. `tx number` is the spender's chain-order id. */
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
  /** txid of a chain-order id; throws if unknown */
  txidOf(txNum: number): { readonly txid: Uint8Array; readonly height: number; readonly position: number }
  /** an output of a confirmed transaction, spent or not */
  output(outpoint: OutPoint): Coin | undefined
  spend(outpoint: OutPoint): Spend | undefined
  /** whole block from disk; undefined if only the header is known */
  block(entry: BlockEntry): Block | undefined
  /** header tree tips: leaves, plus the active tip */
  tips(): readonly BlockEntry[]
  bestHeader(): BlockEntry
  /** what is notarised of this chain, and what that does to confirmations */
  readonly notarisations: NotarisationView
}

/** A block by which an answer is true. */
export interface NamedBlock {
  readonly height: number
  /** internal order */
  readonly hash: Uint8Array
}
