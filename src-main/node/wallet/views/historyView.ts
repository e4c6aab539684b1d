import { addressOf } from '../../script/index.ts'
import type { WalletTx } from '../transactions/index.ts'
import { yieldToEventLoop } from '../yieldToEventLoop.ts'
import { createFactsOf, createKindOf, type FactsDeps, type HistoryFacts, type HistoryKind } from './historyFacts.ts'
import { createHistoryOrder, keyOf, type Place, type PlaceKey } from './historyOrder.ts'

export interface WalletHistoryQuery {
  /** at least 1 */
  readonly limit: number
  /** `next` of the page before */
  readonly cursor?: string | undefined
  readonly kind: HistoryKind | 'all'
  /** part of an id, an address, a label or a comment; empty: everything */
  readonly search: string
}

export interface HistoryRow extends HistoryFacts {
  readonly wtx: WalletTx
  readonly time: number
}

export interface HistoryPage {
  readonly rows: readonly HistoryRow[]
  /** undefined: nothing is left to look at */
  readonly next: string | undefined
  /** rows of all pages; undefined where they were not all looked at */
  readonly total: number | undefined
}

export interface HistoryView {
  /** Newest first. Undefined: the cursor is none. @throws the signal's reason */
  page(query: WalletHistoryQuery, signal?: AbortSignal): Promise<HistoryPage | undefined>
}

interface Deps extends FactsDeps {
  /** milliseconds that pass, for the bounds of a search */
  readonly millis: () => number
}

/** A search gives way to others after so many milliseconds … */
const SLICE = 6
/** … and ends after so many, with what it has found. */
const BUDGET = 500
/** Inputs and outputs of whole transactions that are told between two pauses. */
const OUTPUTS_AT_A_TIME = 500

const writeCursor = ({ time, position }: PlaceKey) => `${time}.${position}`
function readCursor(text: string): PlaceKey | undefined {
  const [, time, position] = /^(\d{1,12})\.(\d{1,12})$/.exec(text) ?? []
  return time === undefined || position === undefined ? undefined : { time: Number(time), position: Number(position) }
}

/** Tells whether a transaction is one that a query asks for; remembers what that takes. */
function createMatcher(deps: Deps) {
  const { ledger, book, ccEnabled } = deps
  const kindOf = createKindOf(deps)
  let kinds = new Map<WalletTx, HistoryKind>()
  let texts = new Map<WalletTx, string>()
  let revision = ''

  ledger.listen((wtx) => {
    kinds.delete(wtx)
    texts.delete(wtx)
  })
  const kind = (wtx: WalletTx) => {
    const known = kinds.get(wtx) ?? kindOf(wtx)
    kinds.set(wtx, known)
    return known
  }
  /** Ids are compared as they are: keeping them a second time would double what a search keeps in memory. */
  const text = (wtx: WalletTx): string => {
    const known = texts.get(wtx)
    if (known !== undefined) return known
    const parts = new Set([wtx.comment, wtx.commentTo])
    for (const output of wtx.tx.vout) {
      const address = addressOf(output.scriptPubKey, { cc: ccEnabled })
      if (address === undefined) continue
      parts.add(address)
      if (ledger.isMine(output)) parts.add(book.labelOf(address) ?? '')
    }
    const made = [...parts].filter(Boolean).join('\n').toLowerCase()
    texts.set(wtx, made)
    return made
  }

  return (query: Pick<WalletHistoryQuery, 'kind' | 'search'>): ((wtx: WalletTx) => boolean) => {
    const now = `${ledger.ownershipRevision()} ${book.revision()}`
    if (now !== revision) {
      revision = now
      kinds = new Map()
      texts = new Map()
    }
    const wanted = query.search.trim().toLowerCase()
    return (wtx) =>
      (query.kind === 'all' || kind(wtx) === query.kind) &&
      (wanted === '' || wtx.txidHex.includes(wanted) || text(wtx).includes(wanted))
  }
}

/** The history of a wallet in pages. What a page costs does not depend on how far in it is, nor on how many there are. */
export function createHistoryView(deps: Deps): HistoryView {
  const order = createHistoryOrder(deps.ledger)
  const factsOf = createFactsOf(deps)
  const matcher = createMatcher(deps)
  const row = ({ wtx, time }: Place): HistoryRow => ({ ...factsOf(wtx), wtx, time })

  /** Each tells of all outputs of a transaction, which may be thousands. */
  const rowsOf = async (places: readonly Place[], signal?: AbortSignal): Promise<HistoryRow[]> => {
    const rows: HistoryRow[] = []
    let outputs = 0
    for (const place of places) {
      outputs += place.wtx.tx.vout.length + place.wtx.tx.vin.length
      if (outputs >= OUTPUTS_AT_A_TIME) {
        outputs = 0
        await yieldToEventLoop()
        signal?.throwIfAborted()
      }
      rows.push(row(place))
    }
    return rows
  }

  const straight = async (limit: number, from: PlaceKey | undefined, signal?: AbortSignal): Promise<HistoryPage> => {
    const end = from ? order.below(from) : order.size()
    const places: Place[] = []
    for (let index = end - 1; index >= 0 && places.length < limit; index--) places.push(order.at(index) as Place)
    const last = places.at(-1)
    const more = last !== undefined && end > places.length
    const total = order.size()
    return { rows: await rowsOf(places, signal), next: more ? writeCursor(keyOf(last)) : undefined, total }
  }

  /** Looks at one transaction after the other; the first page counts them all, the others look for one more than they show. */
  const filtered = async (query: WalletHistoryQuery, from: PlaceKey | undefined, signal?: AbortSignal) => {
    const matches = matcher(query)
    const begun = deps.millis()
    const found: Place[] = []
    let count = 0
    let index = (from ? order.below(from) : order.size()) - 1
    let slice = begun
    while (index >= 0 && (!from || count <= query.limit)) {
      const place = order.at(index) as Place
      if (matches(place.wtx)) {
        count++
        if (found.length < query.limit) found.push(place)
      }
      index--
      const now = deps.millis()
      if (now - slice < SLICE) continue
      if (now - begun > BUDGET) break
      await yieldToEventLoop()
      signal?.throwIfAborted()
      // Transactions may have come or moved meanwhile.
      index = order.below(keyOf(place)) - 1
      slice = deps.millis()
    }
    const seenAll = index < 0
    const full = found.length === query.limit
    const lastSeen = order.at(index + 1)
    const last = full ? found.at(-1) : lastSeen
    const more = count > found.length || !seenAll
    return {
      rows: await rowsOf(found, signal),
      next: more && last ? writeCursor(keyOf(last)) : undefined,
      total: seenAll && !from ? count : undefined,
    }
  }

  return {
    async page(query, signal) {
      const from = query.cursor === undefined ? undefined : readCursor(query.cursor)
      if (query.cursor !== undefined && !from) return undefined
      const plain = query.kind === 'all' && query.search.trim() === ''
      return plain ? straight(query.limit, from, signal) : filtered(query, from, signal)
    },
  }
}
