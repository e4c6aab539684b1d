/**
 * Where sibling modules meet. chain, mempool, addressIndex, modules, mining, wallet and p2p do not import each other;
 * they get these views from node.ts. Types only: nothing here runs.
 */
import type { Block, BlockHeader, OutPoint, Transaction, TxOut } from '../primitives/types.ts'

/** Source of time; regtest can freeze it (`setmocktime`). */
export interface Clock {
  /** unix seconds, honours mock time */
  now(): number
  /** wall-clock milliseconds, never mocked; for durations and file names */
  millis(): number
}

/** Randomness is injected so that tests are reproducible. */
export interface Random {
  bytes(length: number): Uint8Array
}

export interface Logger {
  debug(message: string, fields?: Record<string, unknown>): void
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
  child(module: string): Logger
}

// ---------------------------------------------------------------- chain

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

/** What is notarised of the active chain, as of the last commit. */
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

/** One transaction as it is being connected or disconnected. */
export interface ConnectedTx {
  readonly tx: Transaction
  readonly txid: Uint8Array
  /** grows in chain order: compare two tx numbers to compare (height, position) */
  readonly txNum: number
  /** coins its inputs spend, in input order; empty for the coinbase */
  readonly spent: readonly SpentCoin[]
}

export interface ConnectedBlock {
  readonly entry: BlockEntry
  readonly block: Block
  readonly txs: readonly ConnectedTx[]
}

/**
 * Keeps an index inside the transaction that connects a block: both calls run synchronously in that transaction, after
 * all checks passed; throwing rolls the block back. `disconnect` undoes exactly what `connect` did.
 * During bulk import several blocks share one transaction: an observer may buffer writes until `flush`, but its own
 * reads must see the buffer, and `discard` must forget it.
 */
export interface BlockObserver {
  readonly name: string
  connect(event: ConnectedBlock): void
  disconnect(event: ConnectedBlock): void
  /** write everything buffered; called before each commit */
  flush?(): void
  /**
   * Writes some of what is buffered, and more as long as `goOn` says so; true: nothing is buffered any more. With `dense`
   * only what fills whole pages has to be written: the rest is better written once, before the commit.
   */
  write?(goOn: () => boolean, dense?: boolean): boolean
  /** the transaction was rolled back: forget buffers and caches */
  discard?(): void
}

/** A block that became part of the chain, as listeners hear of it. */
export interface NewBlock {
  readonly entry: BlockEntry
  /** At hand where a listener had asked for them, otherwise read from disk at the first look. */
  readonly txs: readonly Pick<ConnectedTx, 'tx' | 'txid'>[]
}

/** After-commit notifications for mempool, wallet and events, in order: disconnected tip-first, then connected. */
export interface ChainUpdate {
  readonly disconnected: readonly ConnectedBlock[]
  readonly connected: readonly NewBlock[]
  readonly tip: BlockEntry
}

// ---------------------------------------------------------------- mempool

export interface MempoolEntry {
  readonly tx: Transaction
  readonly txid: Uint8Array
  /** display hex */
  readonly txidHex: string
  readonly size: number
  readonly fee: bigint
  /** unix seconds of admission (mockable clock) */
  readonly time: number
  /** chain height at admission */
  readonly height: number
  /** coins the inputs spend, in input order (from chain or mempool; mempool coins have height 0x7fffffff) */
  readonly spent: readonly Coin[]
  /** grows with each admission: relay and display order */
  readonly sequence: number
}

export interface MempoolView {
  size(): number
  get(txid: Uint8Array): MempoolEntry | undefined
  /** admission order */
  entries(): Iterable<MempoolEntry>
  /** the entry that spends this outpoint */
  spender(outpoint: OutPoint): { readonly entry: MempoolEntry; readonly inputIndex: number } | undefined
  /** output of a mempool transaction (even if spent within the mempool) */
  coin(outpoint: OutPoint): Coin | undefined
}

/** What an admission answers. Texts and codes: transactions-and-script.md §3.4, rpc.md §7. */
export type AdmissionResult =
  | { readonly ok: true; readonly entry: MempoolEntry }
  | { readonly ok: false; readonly kind: 'missing-inputs' }
  /** a rule of consensus or policy: `<code>: <reason>` */
  | {
      readonly ok: false
      readonly kind: 'rejected'
      readonly code: number
      readonly reason: string
      readonly score: number
    }
  /** refused without a reject state (absurd fee, non-standard inputs): code −25 with this text */
  | { readonly ok: false; readonly kind: 'refused'; readonly reason: string }

export interface MempoolWriter {
  /** Checks the transaction against chain tip and mempool and admits it. Never throws for a bad transaction. */
  accept(tx: Transaction, options: { readonly rejectAbsurdFee: boolean }): AdmissionResult
}

// ---------------------------------------------------------------- address index

/** 1 = public key hash (P2PKH and P2PK), 2 = script hash, 3 = crypto condition (rpc.md §4). */
export type AddressType = 1 | 2 | 3

export interface IndexedAddress {
  readonly type: AddressType
  /** 20 bytes */
  readonly hash: Uint8Array
}

export interface AddressDelta {
  /** negative for a spend */
  readonly satoshis: bigint
  readonly txid: Uint8Array
  readonly txNum: number
  readonly height: number
  /** position of the transaction in its block */
  readonly blockIndex: number
  /** output index for a receipt, input index for a spend */
  readonly index: number
  readonly spending: boolean
}

export interface AddressUnspent {
  readonly txid: Uint8Array
  readonly index: number
  readonly satoshis: bigint
  readonly scriptPubKey: Uint8Array
  readonly height: number
  readonly txNum: number
}

export interface AddressIndexView {
  balance(address: IndexedAddress): { readonly balance: bigint; readonly received: bigint }
  /** index order: height, position, txid, index, receipts before spends; both ends inclusive */
  deltas(address: IndexedAddress, range?: { readonly start: number; readonly end: number }): Iterable<AddressDelta>
  /** ordered by txid (internal bytes), then index, as the reference's unspent index is */
  unspent(address: IndexedAddress): AddressUnspent[]
}

/** A block by which an answer is true. */
export interface NamedBlock {
  readonly height: number
  /** internal order */
  readonly hash: Uint8Array
}

// ---------------------------------------------------------------- crypto-condition modules

/** A transaction as modules see it. `height` and `blockTime` undefined: it is in the mempool, or in the block that is being connected. */
export interface CcTransaction {
  readonly tx: Transaction
  readonly txid: Uint8Array
  readonly height: number | undefined
  /** of its block, unix seconds */
  readonly blockTime: number | undefined
}

/** What a module may look at when it judges an input; "unconfirmed reads" see the mempool (or the block being connected) first. */
export interface CcView {
  /** chain tip before the block or mempool transaction that is being judged */
  tip(): BlockEntry
  transaction(txid: Uint8Array): CcTransaction | undefined
  /** confirmed history, receipts and spends */
  addressHistory(address: IndexedAddress): Iterable<{ readonly height: number; readonly blockTime: number }>
  /** confirmed outputs that are not spent in the chain, ordered by txid (internal bytes), then index */
  unspent(address: IndexedAddress): Iterable<Pick<AddressUnspent, 'txid' | 'index' | 'height'>>
  /** height of the last block that is known to be notarised, 0 if none is (channels.md §3) */
  notarisedHeight(): number
  /** a block is being judged, with a miner's work behind it: what a stranger may not ask of a node for nothing is then done */
  readonly connecting?: boolean
}

export type CcVerdict = { readonly ok: true } | { readonly ok: false; readonly reason: string }

/** Judges every eval node of one input's fulfilment. `evalCode` is the node's whole code, `height` the block's height. */
export interface CcEvaluator {
  evaluate(evalCode: Uint8Array, tx: Transaction, inputIndex: number, height: number, view: CcView): CcVerdict
}

// ---------------------------------------------------------------- peers

export type * from './peers.ts'
