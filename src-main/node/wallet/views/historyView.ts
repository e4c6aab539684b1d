import { findScriptAddress } from '../../script/index.ts'
import { yieldToEventLoop } from '../../util/index.ts'
import type { WalletTx } from '../transactions/index.ts'
import {
  createFactsBuilder,
  createKindClassifier,
  type FactsDeps,
  type HistoryFacts,
  type HistoryKind,
} from './historyFacts.ts'
import { HistoryOrder, type Place, type PlaceKey, toPlaceKey, type UnrecordedTransactions } from './historyOrder.ts'

export interface WalletHistoryQuery {
  /** minimum 1 */
  readonly limit: number
  /** `next` of the previous page */
  readonly cursor?: string | undefined
  readonly kind: HistoryKind | 'all'
  /** part of an id, an address, a label or a comment; empty for all */
  readonly search: string
}

export interface HistoryRow extends HistoryFacts {
  readonly wtx: WalletTx
  readonly time: number
}

export interface HistoryPage {
  readonly rows: readonly HistoryRow[]
  /** undefined if no transactions are left to search */
  readonly next: string | undefined
  /** number of rows on all pages, or undefined if not all were searched */
  readonly total: number | undefined
}

export interface HistoryViewDeps extends FactsDeps {
  readonly others: UnrecordedTransactions
  /** monotonic time in milliseconds, for the limits of a search */
  readonly millis: () => number
}

/** Interval in milliseconds at which a search yields to the event loop. */
const SLICE_MS = 6
/** Maximum duration of a search in milliseconds; it then returns the matches found so far. */
const SEARCH_MS = 500
/** Inputs and outputs read per event-loop slice. Transactions are not split. */
const OUTPUTS_PER_SLICE = 500

const writeCursor = ({ time, position }: PlaceKey) => `${time}.${position}`
function readCursor(text: string): PlaceKey | undefined {
  const [, time, position] = /^(\d{1,12})\.(\d{1,12})$/.exec(text) ?? []
  return time === undefined || position === undefined ? undefined : { time: Number(time), position: Number(position) }
}

/** Matches transactions against queries. Caches kinds and texts of transactions. */
class HistoryMatcher {
  readonly #deps: HistoryViewDeps
  readonly #findKind: (wtx: WalletTx) => HistoryKind
  #kinds = new Map<WalletTx, HistoryKind>()
  #texts = new Map<WalletTx, string>()
  #revision = ''

  constructor(deps: HistoryViewDeps) {
    this.#deps = deps
    this.#findKind = createKindClassifier(deps)
    deps.ledger.listen((wtx) => {
      this.#kinds.delete(wtx)
      this.#texts.delete(wtx)
    })
  }

  /** Returns the predicate for a query, which is valid until the next yield to the event loop. */
  forQuery(query: Pick<WalletHistoryQuery, 'kind' | 'search'>): (wtx: WalletTx) => boolean {
    const { ledger, book } = this.#deps
    const revision = `${ledger.ownershipRevision()} ${book.revision()}`
    if (revision !== this.#revision) {
      this.#revision = revision
      this.#kinds = new Map()
      this.#texts = new Map()
    }
    const wanted = query.search.trim().toLowerCase()
    return (wtx) =>
      (query.kind === 'all' || this.#kind(wtx) === query.kind) &&
      (wanted === '' || wtx.txidHex.includes(wanted) || this.#text(wtx).includes(wanted))
  }

  #kind(wtx: WalletTx): HistoryKind {
    const known = this.#kinds.get(wtx) ?? this.#findKind(wtx)
    this.#kinds.set(wtx, known)
    return known
  }

  /**
   * Returns the searchable text without the id, because a second copy of the id would double the memory of searches.
   */
  #text(wtx: WalletTx): string {
    const known = this.#texts.get(wtx)
    if (known !== undefined) return known
    const { ledger, book, ccEnabled } = this.#deps
    const parts = new Set([wtx.comment, wtx.commentTo])
    for (const output of wtx.tx.vout) {
      const address = findScriptAddress(output.scriptPubKey, { cc: ccEnabled })
      if (address === undefined) continue
      parts.add(address)
      if (ledger.isMine(output)) parts.add(book.labelOf(address) ?? '')
    }
    const made = [...parts].filter(Boolean).join('\n').toLowerCase()
    this.#texts.set(wtx, made)
    return made
  }
}

/** State of a search through the history, newest first. */
interface Search {
  readonly query: WalletHistoryQuery
  /** position of the cursor, or undefined for the first page */
  readonly from: PlaceKey | undefined
  readonly found: Place[]
  /** matches seen; the first page counts all matches, later pages at most one more than they show */
  count: number
  /** index of the next place to visit */
  index: number
}

const wantsMore = ({ query, from, count, index }: Search) => index >= 0 && (!from || count <= query.limit)

function visit(search: Search, place: Place, matches: (wtx: WalletTx) => boolean): void {
  search.index--
  if (!matches(place.wtx)) return
  search.count++
  if (search.found.length < search.query.limit) search.found.push(place)
}

/** Visits transactions one at a time, in slices, until the search is complete or has timed out. */
async function runSearch(
  search: Search,
  {
    order,
    matches,
    millis,
    signal,
  }: {
    readonly order: HistoryOrder
    readonly matches: (wtx: WalletTx) => boolean
    readonly millis: () => number
    readonly signal: AbortSignal | undefined
  },
): Promise<void> {
  const begun = millis()
  let slice = begun
  while (wantsMore(search)) {
    const place = order.at(search.index) as Place
    visit(search, place, matches)
    const now = millis()
    if (now - slice < SLICE_MS) continue
    if (now - begun > SEARCH_MS) return
    await yieldToEventLoop()
    signal?.throwIfAborted()
    // Transactions may have been added or moved during the pause.
    search.index = order.below(toPlaceKey(place)) - 1
    slice = millis()
  }
}

/** Pages of a wallet's history. The cost of a page depends neither on its position nor on the number of pages. */
export class HistoryView {
  readonly #deps: HistoryViewDeps
  readonly #order: HistoryOrder
  readonly #matcher: HistoryMatcher
  readonly #computeFacts: (wtx: WalletTx) => HistoryFacts

  constructor(deps: HistoryViewDeps) {
    this.#deps = deps
    this.#order = new HistoryOrder(deps.ledger, deps.others)
    this.#computeFacts = createFactsBuilder(deps)
    this.#matcher = new HistoryMatcher(deps)
  }

  /** Returns a page, newest first, or undefined if the cursor is invalid. @throws the signal's reason */
  async page(query: WalletHistoryQuery, signal?: AbortSignal): Promise<HistoryPage | undefined> {
    const from = query.cursor === undefined ? undefined : readCursor(query.cursor)
    if (query.cursor !== undefined && !from) return undefined
    await this.#order.refresh(yieldToEventLoop)
    signal?.throwIfAborted()
    const plain = query.kind === 'all' && query.search.trim() === ''
    return plain ? this.#unfiltered(query.limit, from, signal) : this.#filtered(query, from, signal)
  }

  /** Builds rows in slices, because a row reads all outputs of a transaction, which may be thousands. */
  async #rows(places: readonly Place[], signal?: AbortSignal): Promise<HistoryRow[]> {
    const rows: HistoryRow[] = []
    let outputs = 0
    for (const { wtx, time } of places) {
      outputs += wtx.tx.vout.length + wtx.tx.vin.length
      if (outputs >= OUTPUTS_PER_SLICE) {
        outputs = 0
        await yieldToEventLoop()
        signal?.throwIfAborted()
      }
      rows.push({ ...this.#computeFacts(wtx), wtx, time })
    }
    return rows
  }

  async #unfiltered(limit: number, from: PlaceKey | undefined, signal?: AbortSignal): Promise<HistoryPage> {
    const order = this.#order
    const end = from ? order.below(from) : order.size()
    const places: Place[] = []
    for (let index = end - 1; index >= 0 && places.length < limit; index--) places.push(order.at(index) as Place)
    const last = places.at(-1)
    const more = last !== undefined && end > places.length
    const total = order.size()
    return { rows: await this.#rows(places, signal), next: more ? writeCursor(toPlaceKey(last)) : undefined, total }
  }

  async #filtered(
    query: WalletHistoryQuery,
    from: PlaceKey | undefined,
    signal: AbortSignal | undefined,
  ): Promise<HistoryPage> {
    const order = this.#order
    const search: Search = {
      ...{ query, from, found: [], count: 0 },
      index: (from ? order.below(from) : order.size()) - 1,
    }
    await runSearch(search, { order, matches: this.#matcher.forQuery(query), millis: this.#deps.millis, signal })
    const { found, count, index } = search
    const seenAll = index < 0
    const lastSeen = order.at(index + 1)
    const last = found.length === query.limit ? found.at(-1) : lastSeen
    const more = count > found.length || !seenAll
    return {
      rows: await this.#rows(found, signal),
      next: more && last ? writeCursor(toPlaceKey(last)) : undefined,
      total: seenAll && !from ? count : undefined,
    }
  }
}
