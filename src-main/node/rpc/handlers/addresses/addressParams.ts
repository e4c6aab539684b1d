/** Parses the address parameters of the index methods (rpc.md §4), with komodod's error texts. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { type JsonObject, type JsonValue, NumberLiteral } from '#shared/json.ts'
import { asInt32, asString } from '#shared/rpc/convert.ts'
import { MAX_ADDRESSES } from '#shared/rpc/methods/addressIndex.ts'
import type { IndexedAddress } from '../../../core/index.ts'
import { decodeAddress } from '../../../script/index.ts'
import { mapped, runInSlices, type Steps } from '../../../util/runInSlices.ts'

const badAddress = (text: string) => new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, text)

export const indexOff = () => badAddress('No information available for address')

/**
 * Parses an address for the index. With `ccvout`, an R-address means the address of a condition.
 * @returns undefined if the text is not an address
 */
export function parseIndexedAddress(text: string, ccvout: boolean): IndexedAddress | undefined {
  const decoded = decodeAddress(text)
  if (!decoded) return undefined
  if (decoded.kind === 'scripthash') return { type: 2, hash: decoded.hash }
  return { type: ccvout ? 3 : 1, hash: decoded.hash }
}

/** Parses the address of a method that komodod does not have. @throws RpcError if it is invalid */
export function oneAddress(text: string, ccvout: boolean): IndexedAddress {
  const entry = parseIndexedAddress(text, ccvout)
  if (!entry) throw badAddress('Invalid address')
  return entry
}

/** Addresses decoded between two yields to the event loop. */
const DECODED_PER_TURN = 250

/**
 * Parses an address text, or the `addresses` of an object, and calls `use` with them in request order. Long lists are
 * decoded in slices, and only then is the result a promise.
 * @throws RpcError if an address is invalid or there are too many
 */
export function withAddresses<T>(
  value: JsonValue,
  ccvout: boolean,
  { use, signal }: { readonly signal: AbortSignal; use(entries: readonly IndexedAddress[]): T | Promise<T> },
): T | Promise<T> {
  const entries = runInSlices(() => readAddresses(value, ccvout), { signal })
  return entries instanceof Promise ? entries.then(use) : use(entries)
}

function* readAddresses(value: JsonValue, ccvout: boolean): Steps<IndexedAddress[]> {
  if (typeof value === 'string') return [oneAddress(value, ccvout)]
  if (!(value instanceof Map)) throw badAddress('Invalid addresse')
  const list = value.get('addresses')
  if (!Array.isArray(list)) throw badAddress('Addresses is expected to be an array')
  if (list.length > MAX_ADDRESSES) {
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `At most ${MAX_ADDRESSES} addresses a call`)
  }
  return yield* mapped(list, DECODED_PER_TURN, (item) => {
    const entry = parseIndexedAddress(asString(item), ccvout)
    if (!entry) throw badAddress('Invalid addresses')
    return entry
  })
}

export interface HeightRange {
  readonly start: number
  readonly end: number
}

/** Returns `start` and `end` if both are numbers. @throws RpcError if one is not an integer */
function bothHeights(object: JsonObject): HeightRange | undefined {
  const [start, end] = [object.get('start'), object.get('end')]
  if (!(start instanceof NumberLiteral && end instanceof NumberLiteral)) return undefined
  return { start: asInt32(start), end: asInt32(end) }
}

/** Parses the range of getaddressdeltas. @throws RpcError if it is not positive or reversed */
export function strictRange(object: JsonObject): HeightRange | undefined {
  const range = bothHeights(object)
  if (!range) return undefined
  if (range.start <= 0 || range.end <= 0) throw badAddress('Start and end is expected to be greater than zero')
  if (range.end < range.start) throw badAddress('End value is expected to be greater than start')
  return range
}

/**
 * Parses the range of getaddresstxids, which applies only if both heights are above zero
 * (protocol/README.md, finding 16).
 * @throws RpcError if one is not an integer
 */
export function looseRange(value: JsonValue): HeightRange | undefined {
  const range = value instanceof Map ? bothHeights(value) : undefined
  return range && range.start > 0 && range.end > 0 ? range : undefined
}

/**
 * Returns true if the object requests block hashes besides the rows, which only the value true does
 * (protocol/README.md, finding 16).
 */
export const wantsChainInfo = (value: JsonValue): boolean => value instanceof Map && value.get('chainInfo') === true
