/** Parses the options of paged lists, which are untrusted input. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject, JsonValue } from '#shared/json.ts'
import { asBool, asInt32, asString } from '#shared/rpc/convert.ts'
import { MAX_ADDRESS_PAGE } from '#shared/rpc/methods/addressViews.ts'
import type { PageQuery } from '../../core/index.ts'

const USUAL_LIMIT = 100
/** Cursors that this node creates are much shorter. */
const MAX_CURSOR_LENGTH = 256

/** Returns the error of an invalid parameter with komodod's code. */
export const invalidOption = (text: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, `Invalid parameter, ${text}`)
export const badCursor = () => new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Invalid cursor: request the first page again')

/** Returns true for a missing member and for null. */
export const absent = (value: JsonValue | undefined): value is null | undefined => value === undefined || value === null

export function checkNames(options: JsonObject, names: readonly string[]): void {
  for (const name of options.keys()) if (!names.includes(name)) throw invalidOption(`unknown option "${name}"`)
}

export function choice<T extends string>(options: JsonObject, name: string, words: readonly [T, ...T[]]): T {
  const value = options.get(name)
  if (absent(value)) return words[0]
  const found = words.find((word) => word === asString(value))
  if (found === undefined) throw invalidOption(`${name} must be ${words.join(', ')}`)
  return found
}

export function parsePageOptions(options: JsonObject): PageQuery {
  const [limit, cursor, descending] = ['limit', 'cursor', 'descending'].map((name) => options.get(name))
  const rows = absent(limit) ? USUAL_LIMIT : asInt32(limit)
  if (rows < 1 || rows > MAX_ADDRESS_PAGE) throw invalidOption(`limit must be between 1 and ${MAX_ADDRESS_PAGE}`)
  const place = absent(cursor) ? undefined : asString(cursor)
  if (place !== undefined && place.length > MAX_CURSOR_LENGTH) throw badCursor()
  return { limit: rows, cursor: place, descending: absent(descending) ? true : asBool(descending) }
}

export const NO_OPTIONS: JsonObject = new Map()
