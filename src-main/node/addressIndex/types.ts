/** Queries of the address index by RPC methods. The view for its siblings, and its rows, are in `core/addressIndexView.ts`. */
import type {
  AddressDelta,
  AddressIndexView,
  AddressUnspent,
  IndexedAddress,
  NamedBlock,
  PageQuery,
} from '../core/index.ts'
import type { OutPoint } from '../primitives/types.ts'

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

/** satoshis; `received` is the sum of all receipts, change included */
export interface AddressBalance {
  readonly balance: bigint
  readonly received: bigint
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
  /** after the whole transaction; undefined where the list leaves transactions out */
  readonly balance: bigint | undefined
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
  /** Sums over any number of addresses, as of one block, looked up some milliseconds at a time. */
  sumBalances(addresses: readonly IndexedAddress[], read?: LongRead): Promise<AddressBalance>
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
