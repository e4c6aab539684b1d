/**
 * The vocabulary of results. One description of a result gives the TypeScript type that handlers return and the window
 * receives, the writer of exact JSON, the reader of exact JSON, the JSON schema and the lines of the help text. Amounts
 * are bigint satoshis on both sides and an 8-decimal number in between.
 */
import { doubleText, type Encodable, type JsonValue, NumberLiteral, quoteJson, stringifyJson } from '../json.ts'
import {
  type Address,
  type Amount,
  type BlockHash,
  formatAmount,
  type Height,
  type PubKeyHex,
  parseAmount,
  type TxId,
  type UnixSeconds,
} from '../units.ts'

/** A JSON Schema (draft 2020-12) as far as this contract needs it. */
export type JsonSchema = { readonly [keyword: string]: Encodable | undefined }

export interface Shape<T> {
  /** as help texts name it: string, numeric, boolean, object, array, null */
  readonly kind: string
  readonly doc: string
  readonly schema: JsonSchema
  /** Exact JSON text. @throws TypeError if a handler returned something else: a bug */
  encode(value: T): string
  /** @throws ResultError if the text on the wire is not of this shape */
  decode(value: JsonValue): T
  /** members of an object, item of an array: for help texts and result views */
  readonly members?: Readonly<Record<string, Member<unknown>>>
  readonly item?: Shape<unknown>
  readonly variants?: readonly Shape<unknown>[]
}

interface Member<T> {
  readonly shape: Shape<T>
  readonly optional: boolean
}

export type Infer<S> = S extends Shape<infer T> ? T : never

/** A reply is not what the contract says: another version, or a bug. */
export class ResultError extends Error {
  override readonly name = 'ResultError'
}

function expected(kind: string): never {
  throw new ResultError(`expected ${kind}`)
}

function scalar<T>(
  kind: string,
  doc: string,
  schema: JsonSchema,
  encode: (value: T) => string,
  decode: (value: JsonValue) => T,
): Shape<T> {
  return { kind, doc, schema: doc === '' ? schema : { ...schema, description: doc }, encode, decode }
}

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

function misfit(kind: string, value: unknown): never {
  throw new TypeError(`a result should be ${kind}, not ${typeof value} ${String(value)}`)
}

function bigShape<T extends bigint>(doc: string): Shape<T> {
  const encode = (value: T) => (typeof value === 'bigint' ? value.toString() : misfit('a bigint', value))
  return scalar<T>('numeric', doc, { type: 'integer' }, encode, (value) =>
    value instanceof NumberLiteral && /^-?[0-9]+$/.test(value.text)
      ? (BigInt(value.text) as T)
      : expected('an integer'),
  )
}

/** Marks an object member that may be missing. */
class Optional<T> {
  readonly shape: Shape<T>

  constructor(shape: Shape<T>) {
    this.shape = shape
  }
}

type Fields = Readonly<Record<string, Shape<unknown> | Optional<unknown>>>
type OptionalNames<F extends Fields> = { [K in keyof F]: F[K] extends Optional<unknown> ? K : never }[keyof F]
export type FieldValues<F extends Fields> = {
  [K in Exclude<keyof F, OptionalNames<F>>]: F[K] extends Shape<infer T> ? T : never
} & { [K in OptionalNames<F>]?: F[K] extends Optional<infer T> ? T | undefined : never }
type Flat<T> = { [K in keyof T]: T[K] }

function object<const F extends Fields>(fields: F, doc = ''): Shape<Flat<FieldValues<F>>> {
  const members: Record<string, Member<unknown>> = {}
  const writers: { readonly name: string; readonly key: string; readonly member: Member<unknown> }[] = []
  for (const [name, field] of Object.entries(fields)) {
    const optional = field instanceof Optional
    const member = { shape: optional ? field.shape : field, optional }
    members[name] = member
    writers.push({ name, key: `${quoteJson(name)}:`, member })
  }
  const names = Object.keys(members)
  const schema = {
    type: 'object',
    ...(doc === '' ? {} : { description: doc }),
    properties: Object.fromEntries(names.map((name) => [name, members[name]?.shape.schema])),
    required: names.filter((name) => !members[name]?.optional),
  }
  return {
    kind: 'object',
    doc,
    schema,
    members,
    encode(value) {
      if (typeof value !== 'object' || value === null) misfit('an object', value)
      let text = ''
      for (const { name, key, member } of writers) {
        const field = (value as Record<string, unknown>)[name]
        if (field === undefined) {
          if (member.optional) continue
          throw new TypeError(`a result lacks "${name}"`)
        }
        text += (text === '' ? '' : ',') + key + member.shape.encode(field)
      }
      return `{${text}}`
    },
    decode(value) {
      if (!(value instanceof Map)) return expected('an object')
      const result: Record<string, unknown> = {}
      for (const { name, member } of writers) {
        const field = value.get(name)
        if (field !== undefined) result[name] = within(name, member.shape, field)
        else if (!member.optional) throw new ResultError(`"${name}" is missing`)
      }
      return result as Flat<FieldValues<F>>
    },
  }
}

function within<T>(name: string, shape: Shape<T>, value: JsonValue): T {
  try {
    return shape.decode(value)
  } catch (error) {
    if (error instanceof ResultError) throw new ResultError(`${name}: ${error.message}`)
    throw error
  }
}

function array<T>(item: Shape<T>, doc = ''): Shape<readonly T[]> {
  return {
    kind: 'array',
    doc,
    schema: { type: 'array', ...(doc === '' ? {} : { description: doc }), items: item.schema },
    item: item as Shape<unknown>,
    encode(values) {
      if (!Array.isArray(values)) misfit('an array', values)
      let text = ''
      for (const value of values) text += (text === '' ? '' : ',') + item.encode(value)
      return `[${text}]`
    },
    decode(value) {
      if (!Array.isArray(value)) return expected('an array')
      return value.map((entry, index) => within(String(index), item, entry))
    },
  }
}

/** An object whose member names are data: transaction ids, branch ids. */
function dictionary<T>(item: Shape<T>, doc = ''): Shape<ReadonlyMap<string, T>> {
  return {
    kind: 'object',
    doc,
    schema: { type: 'object', ...(doc === '' ? {} : { description: doc }), additionalProperties: item.schema },
    item: item as Shape<unknown>,
    encode(values) {
      if (!(values instanceof Map)) misfit('a Map', values)
      let text = ''
      for (const [name, value] of values) {
        text += `${text === '' ? '' : ','}${quoteJson(name)}:${item.encode(value)}`
      }
      return `{${text}}`
    },
    decode(value) {
      if (!(value instanceof Map)) return expected('an object')
      return new Map([...value].map(([name, entry]) => [name, within(name, item, entry)]))
    },
  }
}

/** The first variant that fits counts, when writing and when reading: put the most specific first. */
function oneOf<S extends readonly Shape<unknown>[]>(doc: string, ...variants: S): Shape<Infer<S[number]>> {
  const all: readonly Shape<unknown>[] = variants
  type T = Infer<S[number]>
  return {
    kind: all.map((variant) => variant.kind).join(' or '),
    doc,
    schema: { ...(doc === '' ? {} : { description: doc }), anyOf: all.map((variant) => variant.schema) },
    variants: all,
    encode(value) {
      const problems: string[] = []
      for (const variant of all) {
        try {
          return variant.encode(value)
        } catch (error) {
          if (!(error instanceof TypeError)) throw error
          problems.push(error.message)
        }
      }
      throw new TypeError(`a result fits no variant: ${problems.join('; ')}`)
    },
    decode(value) {
      const problems: string[] = []
      for (const variant of all) {
        try {
          return variant.decode(value) as T
        } catch (error) {
          if (!(error instanceof ResultError)) throw error
          problems.push(error.message)
        }
      }
      throw new ResultError(`no variant fits: ${problems.join('; ')}`)
    },
  }
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
  /** up to 2^53 */
  int: (doc = '') => intShape<number>(doc),
  height: (doc = '') => intShape<Height>(doc),
  time: (doc = '') => intShape<UnixSeconds>(doc),
  /** any integer of 64 bits */
  int64: (doc = '') => bigShape<bigint>(doc),
  /** an amount as an integer of satoshis */
  satoshis: (doc = '') => bigShape<Amount>(doc),
  /** an amount as coins with 8 decimals; satoshis in TypeScript */
  coins: (doc = '') =>
    scalar<Amount>(
      'numeric',
      doc,
      { type: 'number', multipleOf: 1e-8 },
      (value) => (typeof value === 'bigint' ? formatAmount(value) : misfit('a bigint of satoshis', value)),
      (value) => (value instanceof NumberLiteral ? parseAmount(value.text) : undefined) ?? expected('an amount'),
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
  oneOf,
  nothing,
  /** any JSON, exactly as it is */
  json: (doc = '') => scalar<Encodable>('any', doc, {}, stringifyJson, (value) => value),
  optional: <T>(shape: Shape<T>): Optional<T> => new Optional(shape),
} as const
