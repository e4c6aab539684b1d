/**
 * Where sibling modules meet. chain, mempool, addressIndex, modules, mining, wallet and p2p do not import each other;
 * they get these views from node.ts. Types only: nothing here runs.
 */
import type { Block, BlockHeader, OutPoint, Transaction, TxOut } from './primitives/types.ts'

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

/** A change as it is listed; `txid` is display hex. */
export interface AddressDeltaText extends Pick<AddressDelta, 'satoshis' | 'height' | 'blockIndex' | 'index'> {
  readonly txid: string
}

/** A transaction that touched an address; `txid` is display hex. */
export interface AddressTransactionText {
  readonly txid: string
  readonly height: number
}

/** An unspent output as it is listed; `txid` is display hex. */
export interface AddressUnspentText extends Pick<AddressUnspent, 'index' | 'satoshis' | 'height'> {
  readonly txid: string
  /** scriptPubKey in hex */
  readonly script: string
}

/** What is listed of an address as texts, in index order; unspent outputs by height, then in theirs. */
export interface AddressTexts {
  readonly deltas: AddressDeltaText
  readonly transactionIds: AddressTransactionText
  readonly unspent: AddressUnspentText
}

/** What is wanted of several addresses. */
export interface AddressList<Kind extends keyof AddressTexts, Row> {
  /** heights, both ends inclusive; unspent outputs are of now and have none */
  readonly range?: { readonly start: number; readonly end: number } | undefined
  /** rows of all addresses together */
  readonly most: number
  /** default: one address after the other; `height`: by height, and within one height in the order of the addresses */
  readonly order?: 'height' | undefined
  /** makes a row of a text; `which` is the place of its address among those asked for */
  readonly show: (text: AddressTexts[Kind], which: number) => Row
}

/** Rows of several addresses, all as of one block, which are read while they are asked for. */
export interface AddressListing<Row> {
  readonly tip: NamedBlock
  readonly pages: AsyncGenerator<readonly Row[], void>
  /** To be called when no more rows are wanted: the database keeps the state of that block until then. */
  close(): void
}

/** A block by which an answer is true. */
export interface NamedBlock {
  readonly height: number
  /** internal order */
  readonly hash: Uint8Array
}

export interface AddressSummary {
  /** satoshis, as is `received`: the sum of all receipts, change included */
  readonly balance: bigint
  readonly received: bigint
  readonly deltas: number
  /** unspent outputs, those of no value included */
  readonly utxos: number
  readonly transactions: number
  /** heights of the first and the last transaction */
  readonly first: number
  readonly last: number
}

/** One page of a list. `cursor` is the `next` of the page before, asked with otherwise the same query. */
export interface PageQuery {
  /** at least 1 */
  readonly limit: number
  readonly cursor?: string | undefined
  /** newest (largest) first */
  readonly descending: boolean
}

export interface HistoryQuery extends PageQuery {
  /** heights, both inclusive */
  readonly start?: number | undefined
  readonly end?: number | undefined
  /** of transactions: by the sign of the net amount; one without any effect counts as received */
  readonly kind: 'all' | 'received' | 'spent'
}

export interface UnspentQuery extends PageQuery {
  /** `height` is chain order; pages cost the same however far in. The others sort all of the address's outputs each time. */
  readonly sort: 'txid' | 'height' | 'amount'
  /** heights, both inclusive */
  readonly start?: number | undefined
  readonly end?: number | undefined
  /** the only outputs that are listed, or the only ones that are left out */
  readonly chosen?: { readonly outputs: readonly OutPoint[]; readonly listed: boolean } | undefined
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  /** undefined: this was the last page */
  readonly next: string | undefined
  /** rows of all pages */
  readonly total: number
}

export interface AddressDeltaRow extends AddressDelta {
  /** balance after this row; undefined where rows are left out by kind */
  readonly balance: bigint | undefined
}

/** All that one transaction did to an address. */
export interface AddressTransaction {
  readonly txid: Uint8Array
  readonly txNum: number
  readonly height: number
  readonly blockIndex: number
  /** receipts less spends */
  readonly satoshis: bigint
}

/** Who holds what at the tip. Entries are unspent outputs that hold something (getsnapshot, rpc.md §4). */
export interface AddressSnapshot {
  /** the largest balance first; equal ones by address text, descending; never a condition's */
  readonly holders: readonly { readonly address: IndexedAddress; readonly satoshis: bigint }[]
  /** addresses with a balance, their entries and their sum; neither conditions nor ignored addresses */
  readonly addresses: number
  readonly utxos: number
  readonly satoshis: bigint
  /** entries of ignored addresses */
  readonly ignoredUtxos: number
  readonly ccUtxos: number
  readonly ccSatoshis: bigint
}

/** Balances after the blocks named by their heights, ascending; the last is at the tip. */
export interface AddressChart {
  readonly points: readonly { readonly height: number; readonly satoshis: bigint }[]
  readonly tip: NamedBlock
}

/** What is kept of an address and what its rows add up to; all satoshis. */
export interface AddressSums {
  readonly balance: bigint
  readonly deltas: bigint
  readonly unspent: bigint
}

/** An address whose three sums differ. `counters`: what is counted beside them is wrong. */
export interface AddressDifference extends AddressSums {
  readonly address: IndexedAddress
  readonly counters: boolean
}

export interface AddressAudit {
  readonly tip: NamedBlock
  readonly addresses: number
  readonly deltas: number
  readonly utxos: number
  /** of the one address that was looked at, whether they agree or not; undefined when all were */
  readonly sums: AddressSums | undefined
  /** at most 100 */
  readonly differences: readonly AddressDifference[]
  /** all of them, and ids with rows whose address is not known */
  readonly count: number
  /** the totals of the snapshot agree with the addresses; true when only one address was looked at */
  readonly totalsAgree: boolean
  readonly ok: boolean
}

export interface LongRead {
  /** ends the read with the signal's reason */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined
}

/**
 * What calls may ask beyond what modules need. Whatever is not a promise sees the tip of the moment; promises read one
 * committed state in short steps on a connection of their own, while blocks go on connecting, and name its tip.
 */
export interface AddressQueries extends AddressIndexView {
  texts<Kind extends keyof AddressTexts>(
    kind: Kind,
    address: IndexedAddress,
    range?: { readonly start: number; readonly end: number },
  ): readonly AddressTexts[Kind][]
  /**
   * The same for several addresses and for histories of any length: all as of one block, read some milliseconds at a time.
   * Undefined: together they have more rows than `most`.
   */
  list<Kind extends keyof AddressTexts, Row>(
    kind: Kind,
    addresses: readonly IndexedAddress[],
    list: AddressList<Kind, Row>,
    read?: LongRead,
  ): Promise<AddressListing<Row> | undefined>
  /** undefined: the address never appeared */
  summary(address: IndexedAddress): AddressSummary | undefined
  /** index order or its opposite; undefined: the cursor does not fit, or a reorganisation removed its place */
  deltaPage(address: IndexedAddress, query: HistoryQuery): Page<AddressDeltaRow> | undefined
  /** chain order or its opposite; undefined as above */
  transactionPage(address: IndexedAddress, query: HistoryQuery): Page<AddressTransaction> | undefined
  /** undefined: the cursor does not fit */
  unspentPage(address: IndexedAddress, query: UnspentQuery): Page<AddressUnspent> | undefined
  /** `top` undefined: every holder */
  snapshot(query: { readonly top?: number | undefined; readonly ignored: readonly IndexedAddress[] }): AddressSnapshot
  /** at most `points` (at least 2) points */
  chart(address: IndexedAddress, points: number, read?: LongRead): Promise<AddressChart>
  /**
   * Adds up deltas and unspent outputs of one address or of all and holds them against what is kept. Differences are logged
   * as an error and remembered as the `problem`; an audit of everything without one clears it.
   */
  audit(address: IndexedAddress | undefined, read?: LongRead): Promise<AddressAudit>
  /** The index is made anew from the ledger at the next start, before blocks connect. */
  rebuildAtNextStart(): void
  health(): {
    /** what the last audit found, for people; survives a restart until it is repaired */
    readonly problem: string | undefined
    readonly rebuildAtNextStart: boolean
  }
}

/** `-timestampindex`: every block that was ever connected, by logical time, which grows along each branch (rpc.md §4). */
export interface TimestampIndexView {
  /** low ≤ logical time < high, ascending, equal times by hash; blocks off the active chain included */
  blocksBetween(low: number, high: number): { readonly hash: Uint8Array; readonly logicalTime: number }[]
}

// ---------------------------------------------------------------- crypto-condition modules

/** What a module may look at when it judges an input; "unconfirmed reads" see the mempool (or the block being connected) first. */
export interface CcView {
  /** chain tip before the block or mempool transaction that is being judged */
  tip(): BlockEntry
  /** `height` undefined: it is in the mempool. Transactions of the block being connected are found with height undefined too. */
  transaction(
    txid: Uint8Array,
  ): { readonly tx: Transaction; readonly txid: Uint8Array; readonly height: number | undefined } | undefined
  /** confirmed history, receipts and spends */
  addressHistory(address: IndexedAddress): Iterable<{ readonly height: number; readonly blockTime: number }>
}

export type CcVerdict =
  | { readonly ok: true }
  /** `beyondUs`: of a module that is not here, which other nodes have. It may be satisfied, and nobody is to blame. */
  | { readonly ok: false; readonly reason: string; readonly beyondUs?: true }

/** Judges every eval node of one input's fulfilment. `evalCode` is the node's whole code, `height` the block's height. */
export interface CcEvaluator {
  evaluate(evalCode: Uint8Array, tx: Transaction, inputIndex: number, height: number, view: CcView): CcVerdict
}

// ---------------------------------------------------------------- peers

export type * from './peerNetwork.ts'
