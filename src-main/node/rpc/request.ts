/** Parses request bodies and checks their members. */
import { isUtf8 } from 'node:buffer'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import {
  createJsonParse,
  type JsonObject,
  type JsonParse,
  JsonParseError,
  type JsonValue,
  NumberLiteral,
} from '#shared/json.ts'

/** Maximum length of an id: longer ids would inflate every reply. */
const MAX_ID = 1024

export const invalid = (message: string) => new RpcError(RPC_ERROR.INVALID_REQUEST, message)

/** @throws RpcError if the body is not valid UTF-8 */
export function beginParse(body: Buffer): JsonParse {
  if (!isUtf8(body)) throw new RpcError(RPC_ERROR.PARSE, 'Parse error')
  return createJsonParse(body.toString('utf8'))
}

/**
 * Parses up to `units` UTF-16 units. Returns true if the value is complete.
 * @throws RpcError if the JSON is malformed
 */
export function parsed(parse: JsonParse, units: number): boolean {
  try {
    return parse.advance(units)
  } catch (error) {
    if (error instanceof JsonParseError) throw new RpcError(RPC_ERROR.PARSE, 'Parse error', { cause: error })
    throw error
  }
}

/** @throws RpcError if the value is neither an object nor an array */
export function topLevel(value: JsonValue): JsonObject | JsonValue[] {
  if (value instanceof Map || Array.isArray(value)) return value
  throw new RpcError(RPC_ERROR.PARSE, 'Top-level object parse error')
}

/** @throws RpcError if the id is too long */
export function readRequestId(request: JsonObject): JsonValue {
  const id = request.get('id') ?? null
  if (roomAfter(id, MAX_ID) < 0) throw invalid(`The id is longer than ${MAX_ID} characters`)
  return id
}

/** Returns approximately the part of a length that remains after the value's text, negative if the text is longer. */
function roomAfter(value: JsonValue, room: number): number {
  if (typeof value === 'string') return room - value.length
  if (value instanceof NumberLiteral) return room - value.text.length
  if (value === null || typeof value === 'boolean') return room - 4
  let left = room - 2
  if (value instanceof Map) {
    for (const [name, member] of value) if (left >= 0) left = roomAfter(member, left - name.length)
  } else for (const item of value) if (left >= 0) left = roomAfter(item, left)
  return left
}

/** @throws RpcError if the method is missing or not a string */
export function readRequestMethod(request: JsonObject): string {
  const method = request.get('method') ?? null
  if (method === null) throw invalid('Missing method')
  if (typeof method !== 'string') throw invalid('Method must be a string')
  return method
}
