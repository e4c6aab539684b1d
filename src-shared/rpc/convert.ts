/**
 * Converts exact JSON to typed values, with the error codes and texts of the reference (rpc.md §1, "Generic conversion
 * errors"). Handlers use these functions for the members of object and array parameters.
 */
import { RPC_ERROR, RpcError } from '../errors.ts'
import { type JsonObject, type JsonValue, NumberLiteral } from '../json.ts'
import { parseAmount, type Satoshis } from '../units.ts'

export type JsonType = 'null' | 'bool' | 'object' | 'array' | 'string' | 'number'

export function getJsonType(value: JsonValue | undefined): JsonType {
  if (value === undefined || value === null) return 'null'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'string'
  if (value instanceof NumberLiteral) return 'number'
  return Array.isArray(value) ? 'array' : 'object'
}

function notAsExpected(kind: string): RpcError {
  return new RpcError(RPC_ERROR.MISC, `JSON value is not ${kind} as expected`)
}

const outOfRange = (kind: 'integer' | 'double') => new RpcError(RPC_ERROR.MISC, `JSON ${kind} out of range`)

export function asString(value: JsonValue | undefined): string {
  if (typeof value !== 'string') throw notAsExpected('a string')
  return value
}

/**
 * Returns a string, or the source text of a number: users often write numbers for token supplies and amounts, which are
 * strings on the reference.
 */
export function asText(value: JsonValue | undefined): string {
  return value instanceof NumberLiteral ? value.text : asString(value)
}

export function asBool(value: JsonValue | undefined): boolean {
  if (typeof value !== 'boolean') throw notAsExpected('a boolean')
  return value
}

export function asObject(value: JsonValue | undefined): JsonObject {
  if (!(value instanceof Map)) throw notAsExpected('an object')
  return value
}

export function asArray(value: JsonValue | undefined): JsonValue[] {
  if (!Array.isArray(value)) throw notAsExpected('an array')
  return value
}

/** Parses the digits themselves, so that `1.0` and `1e3` are not integers. */
function parseInteger(value: JsonValue | undefined, bits: 32 | 64): bigint {
  if (!(value instanceof NumberLiteral)) throw notAsExpected('an integer')
  if (!/^-?[0-9]{1,20}$/.test(value.text)) throw outOfRange('integer')
  const integer = BigInt(value.text)
  if (BigInt.asIntN(bits, integer) !== integer) throw outOfRange('integer')
  return integer
}

export function asInt32(value: JsonValue | undefined): number {
  return Number(parseInteger(value, 32))
}

export function asInt64(value: JsonValue | undefined): bigint {
  return parseInteger(value, 64)
}

export function asDouble(value: JsonValue | undefined): number {
  if (!(value instanceof NumberLiteral)) throw notAsExpected('a number')
  const number = Number(value.text)
  if (!Number.isFinite(number)) throw outOfRange('double')
  return number
}

/** Converts coins, given as a number or numeric string, to satoshis in the range 0 … `maxMoney`. */
export function asAmount(value: JsonValue | undefined, maxMoney: bigint): Satoshis {
  const text = value instanceof NumberLiteral ? value.text : value
  if (typeof text !== 'string') throw new RpcError(RPC_ERROR.TYPE, 'Amount is not a number or string')
  const satoshis = parseAmount(text)
  if (satoshis === undefined) throw new RpcError(RPC_ERROR.TYPE, 'Invalid amount')
  if (satoshis < 0n || satoshis > maxMoney) throw new RpcError(RPC_ERROR.TYPE, 'Amount out of range')
  return satoshis
}

const isHex = (text: string) => text.length > 0 && text.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(text)

/** Returns bytes as lower-case hex. `label` is the name of the value in errors: `txid`, `parameter 1`. */
export function asHex(value: JsonValue | undefined, label: string): string {
  const text = typeof value === 'string' ? value : ''
  if (!isHex(text)) {
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `${label} must be hexadecimal string (not '${text}')`)
  }
  return text.toLowerCase()
}

/** Returns a hash that must at least be hex. See `looseHash` for its length. */
export function asHash(value: JsonValue | undefined, label: string): string {
  return looseHash(asHex(value, label))
}

/**
 * Returns 64 hex digits of any text, as the reference reads a hash. Leading spaces and `0x` are skipped, and reading
 * stops at the first other character. Shorter numbers are padded with zeros, of longer ones the last 64 digits count.
 */
export function looseHash(text: string): string {
  const digits = /^[ \t\n\v\f\r]*(?:0[xX])?([0-9a-fA-F]*)/.exec(text)?.[1] ?? ''
  return digits.slice(-64).toLowerCase().padStart(64, '0')
}

/** Checks the JSON type, as the reference does before it reads any value. */
export function checkType(value: JsonValue | undefined, expected: JsonType): void {
  const actual = getJsonType(value)
  if (actual !== expected) throw new RpcError(RPC_ERROR.TYPE, `Expected type ${expected}, got ${actual}`)
}

/** Checks the JSON types of an object parameter's members. With `allowNull`, absent and null members pass. */
export function checkMembers(
  object: JsonObject,
  expected: Readonly<Record<string, JsonType>>,
  allowNull = false,
): void {
  for (const [name, type] of Object.entries(expected)) {
    const value = object.get(name)
    const actual = getJsonType(value)
    if (actual === 'null' && allowNull) continue
    if (actual === 'null') throw new RpcError(RPC_ERROR.TYPE, `Missing ${name}`)
    if (actual !== type) throw new RpcError(RPC_ERROR.TYPE, `Expected type ${type} for ${name}, got ${actual}`)
  }
}
