/** The options of paged lists, which are untrusted input. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject, JsonValue } from '#shared/json.ts'
import { asBool, asInt32, asString } from '#shared/rpc/convert.ts'
import { MAX_ADDRESS_PAGE } from '#shared/rpc/methods/addressViews.ts'
import { MAX_WALLET_SEARCH, WALLET_HISTORY_KINDS } from '#shared/rpc/methods/walletViews.ts'
import type { HistoryQuery, PageQuery, UnspentQuery } from '../../addressIndex/index.ts'
import type { CoinQuery, WalletHistoryQuery } from '../../wallet/index.ts'

const USUAL_LIMIT = 100
/** Our own cursors are far shorter. */
const MAX_CURSOR_LENGTH = 256

const invalid = (text: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, `Invalid parameter, ${text}`)
export const badCursor = () => new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Invalid cursor: ask for the first page again')

/** A missing member, or null. */
export const absent = (value: JsonValue | undefined): value is null | undefined => value === undefined || value === null

export function checkNames(options: JsonObject, names: readonly string[]): void {
  for (const name of options.keys()) if (!names.includes(name)) throw invalid(`there is no option "${name}"`)
}

export function choice<T extends string>(options: JsonObject, name: string, words: readonly [T, ...T[]]): T {
  const value = options.get(name)
  if (absent(value)) return words[0]
  const found = words.find((word) => word === asString(value))
  if (found === undefined) throw invalid(`${name} must be ${words.join(', ')}`)
  return found
}

function heightOf(options: JsonObject, name: string): number | undefined {
  const value = options.get(name)
  if (absent(value)) return undefined
  const height = asInt32(value)
  if (height < 0) throw invalid(`${name} must be at least 0`)
  return height
}

export function pageOf(options: JsonObject): PageQuery {
  const [limit, cursor, descending] = ['limit', 'cursor', 'descending'].map((name) => options.get(name))
  const rows = absent(limit) ? USUAL_LIMIT : asInt32(limit)
  if (rows < 1 || rows > MAX_ADDRESS_PAGE) throw invalid(`limit must be between 1 and ${MAX_ADDRESS_PAGE}`)
  const place = absent(cursor) ? undefined : asString(cursor)
  if (place !== undefined && place.length > MAX_CURSOR_LENGTH) throw badCursor()
  return { limit: rows, cursor: place, descending: absent(descending) ? true : asBool(descending) }
}

const NONE: JsonObject = new Map()

function rangeOf(options: JsonObject) {
  const [start, end] = [heightOf(options, 'start'), heightOf(options, 'end')]
  if (start !== undefined && end !== undefined && end < start) throw invalid('end must not be below start')
  return { start, end }
}

/** @throws RpcError */
export function historyQuery(options: JsonObject = NONE): HistoryQuery {
  checkNames(options, ['limit', 'cursor', 'descending', 'start', 'end', 'kind'])
  return { ...pageOf(options), ...rangeOf(options), kind: choice(options, 'kind', ['all', 'received', 'spent']) }
}

/** Filters by mempool state, which the index does not know. */
type OutputState = 'all' | 'free' | 'spent'

/** @throws RpcError */
export function unspentQuery(options: JsonObject = NONE): UnspentQuery & { readonly state: OutputState } {
  checkNames(options, ['limit', 'cursor', 'descending', 'start', 'end', 'sort', 'state'])
  return {
    ...pageOf(options),
    ...rangeOf(options),
    sort: choice(options, 'sort', ['height', 'txid', 'amount']),
    state: choice(options, 'state', ['all', 'free', 'spent']),
  }
}

/** @throws RpcError */
export function walletHistoryQuery(options: JsonObject = NONE): WalletHistoryQuery {
  checkNames(options, ['limit', 'cursor', 'kind', 'search'])
  const { limit, cursor } = pageOf(options)
  const text = options.get('search')
  const search = absent(text) ? '' : asString(text)
  if (search.length > MAX_WALLET_SEARCH) throw invalid(`search must have at most ${MAX_WALLET_SEARCH} characters`)
  return { limit, cursor, search, kind: choice(options, 'kind', ['all', ...WALLET_HISTORY_KINDS]) }
}

/** @throws RpcError */
export function walletCoinQuery(options: JsonObject = NONE): CoinQuery {
  checkNames(options, ['limit', 'cursor', 'descending', 'sort'])
  return { ...pageOf(options), sort: choice(options, 'sort', ['amount', 'age']) }
}
