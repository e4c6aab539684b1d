/**
 * Queries of the address index for RPC methods. The view for other modules, and its rows, are in
 * `core/addressIndexView.ts`.
 */
import type {
  AddressDelta,
  AddressIndexView,
  AddressUnspent,
  IndexedAddress,
  NamedBlock,
  PageQuery,
} from '../core/index.ts'
import type { OutPoint } from '../primitives/types.ts'
import type { JsonRowLayout } from './jsonColumns.ts'

/** Listed change of an address. `txid` is display hex. */
export interface AddressDeltaText extends Pick<AddressDelta, 'satoshis' | 'height' | 'blockIndex' | 'index'> {
  readonly txid: string
}

/** Transaction that touched an address. `txid` is display hex. */
export interface AddressTransactionText {
  readonly txid: string
  readonly height: number
}

/** Listed unspent output. `txid` is display hex. */
export interface AddressUnspentText extends Pick<AddressUnspent, 'index' | 'satoshis' | 'height'> {
  readonly txid: string
  /** The scriptPubKey in hex. */
  readonly script: string
}

/** Rows of each kind of list, in index order. Unspent outputs are sorted by height, then in index order. */
export interface AddressTexts {
  readonly deltas: AddressDeltaText
  readonly transactionIds: AddressTransactionText
  readonly unspent: AddressUnspentText
}

/** Columns of each kind of list. `position` is that of the transaction in its block; `txid` and `script` are hex. */
export interface AddressColumns {
  readonly deltas: 'satoshis' | 'txid' | 'index' | 'position' | 'height'
  readonly transactionIds: 'txid'
  readonly unspent: 'txid' | 'index' | 'script' | 'satoshis' | 'height'
}

/** Layout of a list's JSON rows. */
export type AddressJsonLayout<Kind extends keyof AddressColumns> = JsonRowLayout<AddressColumns[Kind]>

/** Query for a list of JSON rows of one address. */
export interface AddressJsonList<Kind extends keyof AddressColumns>
  extends Pick<AddressList<Kind, never>, 'range' | 'most'> {
  readonly layout: AddressJsonLayout<Kind>
}

/** Query for a list of rows of several addresses. */
export interface AddressList<Kind extends keyof AddressTexts, Row> {
  /** Range of heights, both inclusive. Unspent outputs are those at the tip and have no range. */
  readonly range?: { readonly start: number; readonly end: number } | undefined
  /** Maximum number of rows of all addresses together. */
  readonly most: number
  /** Default: one address after the other. `height`: by height, and within a height in the order of the addresses. */
  readonly order?: 'height' | undefined
  /** Converts a text to a row. `which` is the index of its address in the request. */
  readonly show: (text: AddressTexts[Kind], which: number) => Row
}

/** Rows of several addresses, all as of one block, which are read while the caller iterates. */
export interface AddressListing<Page> {
  readonly tip: NamedBlock
  readonly pages: AsyncGenerator<Page, void>
  /** Must be called when no more rows are needed: until then the database retains the state of that block. */
  close(): void
}

/** Amounts in satoshis. `received` is the sum of all receipts, change included. */
export interface AddressBalance {
  readonly balance: bigint
  readonly received: bigint
}

export interface AddressSummary {
  /** In satoshis, like `received`, which is the sum of all receipts, change included. */
  readonly balance: bigint
  readonly received: bigint
  readonly deltas: number
  /** Number of unspent outputs, including those with value 0. */
  readonly utxos: number
  readonly transactions: number
  /** Heights of the first and the last transaction. */
  readonly first: number
  readonly last: number
}

export interface HistoryQuery extends PageQuery {
  /** Heights, both inclusive. */
  readonly start?: number | undefined
  readonly end?: number | undefined
  /**
   * Kind of rows. Transactions are classified by the sign of their net amount. A net amount of 0 counts as received.
   */
  readonly kind: 'all' | 'received' | 'spent'
}

export interface UnspentQuery extends PageQuery {
  /**
   * `height` is chain order, with the same cost for each page. The others sort all outputs of the address for each
   * page.
   */
  readonly sort: 'txid' | 'height' | 'amount'
  /** Heights, both inclusive. */
  readonly start?: number | undefined
  readonly end?: number | undefined
  /** Lists only these outputs, or all except these. */
  readonly chosen?: { readonly outputs: readonly OutPoint[]; readonly listed: boolean } | undefined
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  /** Cursor of the next page, undefined for the last page. */
  readonly next: string | undefined
  /** Number of rows of all pages. */
  readonly total: number
}

export interface AddressDeltaRow extends AddressDelta {
  /** Balance after this row, undefined if rows are filtered by kind. */
  readonly balance: bigint | undefined
}

/** Net effect of one transaction on an address. */
export interface AddressTransaction {
  readonly txid: Uint8Array
  readonly txNum: number
  readonly height: number
  readonly blockIndex: number
  /** Receipts minus spends. */
  readonly satoshis: bigint
  /** Balance after the complete transaction, undefined if the list filters transactions. */
  readonly balance: bigint | undefined
}

/** Holders and their balances at the tip. Entries are unspent outputs with a value (getsnapshot, rpc.md §4). */
export interface AddressSnapshot {
  /** Largest balance first, equal balances by address text in descending order. Conditions are excluded. */
  readonly holders: readonly { readonly address: IndexedAddress; readonly satoshis: bigint }[]
  /** Addresses with a balance, their entries and their sum, without conditions and ignored addresses. */
  readonly addresses: number
  readonly utxos: number
  readonly satoshis: bigint
  readonly ignoredUtxos: number
  readonly ccUtxos: number
  readonly ccSatoshis: bigint
}

/** Balances after the blocks at the given heights, in ascending order. The last is at the tip. */
export interface AddressChart {
  readonly points: readonly { readonly height: number; readonly satoshis: bigint }[]
  readonly tip: NamedBlock
}

/** Stored balance of an address, and the sums of its rows, in satoshis. */
export interface AddressSums {
  readonly balance: bigint
  readonly deltas: bigint
  readonly unspent: bigint
}

/** Address whose three sums differ. `counters` is true if one of its stored counts is wrong. */
export interface AddressDifference extends AddressSums {
  readonly address: IndexedAddress
  readonly counters: boolean
}

export interface AddressAudit {
  readonly tip: NamedBlock
  readonly addresses: number
  readonly deltas: number
  readonly utxos: number
  /** Sums of the one audited address, even if they agree. Undefined if all addresses were audited. */
  readonly sums: AddressSums | undefined
  /** At most 100 differences. */
  readonly differences: readonly AddressDifference[]
  /** Number of all differences, including ids that have rows but no known address. */
  readonly count: number
  /** True if the totals of the snapshot agree with the addresses, or if only one address was audited. */
  readonly totalsAgree: boolean
  readonly ok: boolean
}

export interface LongRead {
  /** Aborts the read with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined
}

/**
 * Queries for RPC calls, beyond the view that modules use. Methods that do not return a promise read the current tip.
 * Promises read one committed state in short slices on their own connection, while blocks keep connecting, and return
 * its tip.
 */
export interface AddressQueries extends AddressIndexView {
  /** True if `jsonRows` and `jsonList` can be called: their SQL is SQLite's. */
  readonly writesJson: boolean
  texts<Kind extends keyof AddressTexts>(
    kind: Kind,
    address: IndexedAddress,
    range?: { readonly start: number; readonly end: number },
  ): readonly AddressTexts[Kind][]
  /**
   * Lists rows of several addresses with histories of any length, all as of one block, in slices of a few milliseconds.
   * @returns undefined if the addresses have more than `most` rows together
   */
  list<Kind extends keyof AddressTexts, Row>(
    kind: Kind,
    addresses: readonly IndexedAddress[],
    list: AddressList<Kind, Row>,
    read?: LongRead,
  ): Promise<AddressListing<readonly Row[]> | undefined>
  /** Returns the JSON rows of one address, separated by commas, for a short history. */
  jsonRows<Kind extends keyof AddressColumns>(
    kind: Kind,
    address: IndexedAddress,
    list: Pick<AddressJsonList<Kind>, 'range' | 'layout'>,
  ): string
  /** Lists JSON rows of one address. Each page has rows separated by commas, and may be empty. Otherwise as `list`. */
  jsonList<Kind extends keyof AddressColumns>(
    kind: Kind,
    address: IndexedAddress,
    list: AddressJsonList<Kind>,
    read?: LongRead,
  ): Promise<AddressListing<string> | undefined>
  /** Sums over any number of addresses, as of one block, in slices of a few milliseconds. */
  sumBalances(addresses: readonly IndexedAddress[], read?: LongRead): Promise<AddressBalance>
  /** Returns undefined if the address never appeared. */
  summary(address: IndexedAddress): AddressSummary | undefined
  /**
   * Returns a page in index order or its reverse, or undefined if the cursor is invalid or a reorg removed its
   * position.
   */
  deltaPage(address: IndexedAddress, query: HistoryQuery): Page<AddressDeltaRow> | undefined
  /**
   * Returns a page in chain order or its reverse, or undefined if the cursor is invalid or a reorg removed its
   * position.
   */
  transactionPage(address: IndexedAddress, query: HistoryQuery): Page<AddressTransaction> | undefined
  /** Returns undefined if the cursor is invalid. */
  unspentPage(address: IndexedAddress, query: UnspentQuery): Page<AddressUnspent> | undefined
  /** Returns the largest holders: `top` holders, or all if it is undefined. */
  snapshot(query: { readonly top?: number | undefined; readonly ignored: readonly IndexedAddress[] }): AddressSnapshot
  /** Returns at most `points` points (at least 2). */
  chart(address: IndexedAddress, points: number, read?: LongRead): Promise<AddressChart>
  /**
   * Adds up deltas and unspent outputs of one address or all, and compares the sums with the stored totals. Differences
   * are logged as an error and stored as the `problem`. An audit of all addresses without differences clears it.
   */
  audit(address: IndexedAddress | undefined, read?: LongRead): Promise<AddressAudit>
  /** Schedules a rebuild from the ledger for the next start, before blocks connect. */
  rebuildAtNextStart(): void
  health(): {
    /** Description of the differences that the last audit found. Survives restarts until the index is repaired. */
    readonly problem: string | undefined
    readonly rebuildAtNextStart: boolean
  }
}

/**
 * View of `-timestampindex`: every block that was ever connected, by logical time, which grows along each branch
 * (rpc.md §4).
 */
export interface TimestampIndexView {
  /**
   * Returns blocks with low ≤ logical time < high in ascending order, equal times by hash, including blocks off the
   * active chain.
   */
  blocksBetween(low: number, high: number): { readonly hash: Uint8Array; readonly logicalTime: number }[]
}
