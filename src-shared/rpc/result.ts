/**
 * Vocabulary of results. A single description provides the TypeScript type for handlers and window, the encoder and
 * decoder of exact JSON, the JSON schema and the help lines. Amounts are bigint satoshis on both sides, and an
 * 8-decimal number in JSON.
 */
import { doubleText, type Encodable, type JsonValue, NumberLiteral, quoteJson, stringifyJson } from '../json.ts'
import {
  type Address,
  type BlockHash,
  formatAmount,
  type Height,
  type PubKeyHex,
  readAmount,
  type Satoshis,
  type TxId,
  type UnixSeconds,
} from '../units.ts'
import { array, dictionary, Optional, object, unionShape, writtenOnce } from './resultComposites.ts'
import { expected, type JsonSchema, misfit, type Shape, scalar } from './resultShape.ts'

export { type Infer, type JsonSchema, ResultError, type Shape } from './resultShape.ts'

const HEX = '^([0-9a-f]{2})*$'
const HASH = '^[0-9a-f]{64}$'

function stringShape<T extends string>(doc: string, schema: JsonSchema): Shape<T> {
  const encode = (value: T) => (typeof value === 'string' ? quoteJson(value) : misfit('a string', value))
  return scalar<T>('string', doc, { type: 'string', ...schema }, encode, (value) =>
    typeof value === 'string' ? (value as T) : expected('a string'),
  )
}

function safeInteger(value: JsonValue): number {
  const number = value instanceof NumberLiteral ? Number(value.text) : Number.NaN
  return Number.isSafeInteger(number) ? number : expected('an integer')
}

function intShape<T extends number>(doc: string, schema: JsonSchema = {}): Shape<T> {
  const encode = (value: T) => (Number.isSafeInteger(value) ? String(value) : misfit('a safe integer', value))
  return scalar<T>('numeric', doc, { type: 'integer', ...schema }, encode, (value) => safeInteger(value) as T)
}

function bigShape<T extends bigint>(doc: string): Shape<T> {
  const encode = (value: T) => (typeof value === 'bigint' ? value.toString() : misfit('a bigint', value))
  return scalar<T>('numeric', doc, { type: 'integer' }, encode, (value) =>
    value instanceof NumberLiteral && /^-?[0-9]+$/.test(value.text)
      ? (BigInt(value.text) as T)
      : expected('an integer'),
  )
}

function choice<const T extends string>(doc: string, ...words: readonly T[]): Shape<T> {
  const encode = (value: T) => (words.includes(value) ? quoteJson(value) : misfit(words.join(' | '), value))
  return scalar<T>('string', doc, { type: 'string', enum: words }, encode, (value) =>
    words.includes(value as T) ? (value as T) : expected(words.join(' | ')),
  )
}

const nothing: Shape<null> = scalar(
  'null',
  '',
  { type: 'null' },
  (value) => (value === null ? 'null' : misfit('null', value)),
  (value) => (value === null ? null : expected('null')),
)

export const r = {
  text: (doc = '') => stringShape<string>(doc, {}),
  hex: (doc = '') => stringShape<string>(doc, { pattern: HEX }),
  txid: (doc = '') => stringShape<TxId>(doc, { pattern: HASH }),
  blockHash: (doc = '') => stringShape<BlockHash>(doc, { pattern: HASH }),
  pubkey: (doc = '') => stringShape<PubKeyHex>(doc, { pattern: HEX }),
  address: (doc = '') => stringShape<Address>(doc, {}),
  choice,
  bool: (doc = '') =>
    scalar<boolean>(
      'boolean',
      doc,
      { type: 'boolean' },
      (value) => (typeof value === 'boolean' ? String(value) : misfit('a boolean', value)),
      (value) => (typeof value === 'boolean' ? value : expected('a boolean')),
    ),
  /** integer up to 2^53 */
  int: (doc = '') => intShape<number>(doc),
  height: (doc = '') => intShape<Height>(doc),
  time: (doc = '') => intShape<UnixSeconds>(doc),
  /** any 64-bit integer */
  int64: (doc = '') => bigShape<bigint>(doc),
  /** an amount as an integer in satoshis */
  satoshis: (doc = '') => bigShape<Satoshis>(doc),
  /** an amount as coins with 8 decimals in JSON, satoshis in TypeScript */
  coins: (doc = '') =>
    scalar<Satoshis>(
      'numeric',
      doc,
      { type: 'number', format: 'amount' },
      (value) => (typeof value === 'bigint' ? formatAmount(value) : misfit('a bigint of satoshis', value)),
      (value) => (value instanceof NumberLiteral ? readAmount(value.text) : undefined) ?? expected('an amount'),
    ),
  double: (doc = '') =>
    scalar<number>(
      'numeric',
      doc,
      { type: 'number' },
      (value) => (typeof value === 'number' ? doubleText(value) : misfit('a number', value)),
      (value) => (value instanceof NumberLiteral ? Number(value.text) : expected('a number')),
    ),
  object,
  array,
  dictionary,
  writtenOnce,
  oneOf: unionShape,
  nothing,
  /** any JSON, unchanged */
  json: (doc = '') => scalar<Encodable>('any', doc, {}, stringifyJson, (value) => value),
  /** a long object that never changes, written once and unchanged */
  document: (doc = '') => {
    type Document = { readonly [member: string]: Encodable } | ReadonlyMap<string, Encodable>
    const decode = (value: JsonValue) => (value instanceof Map ? value : expected('an object'))
    return writtenOnce(scalar<Document>('any', doc, {}, stringifyJson, decode))
  },
  optional: <T>(shape: Shape<T>): Optional<T> => new Optional(shape),
} as const
