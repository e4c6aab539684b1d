/**
 * Vocabulary of parameters. A single description provides the types for handlers and typed clients, the JSON schema and
 * the help lines. It also defines the conversions of the server, with the reference's error texts, and of the command
 * line.
 */
import { RPC_ERROR, RpcError } from '../errors.ts'
import { type Encodable, type JsonObject, type JsonValue, NumberLiteral } from '../json.ts'
import { type BlockHash, formatAmount, type Satoshis, type TxId } from '../units.ts'
import * as convert from './convert.ts'
import type { JsonSchema } from './result.ts'

/** Facts about the chain that conversion needs. */
export interface ConversionContext {
  /** maximum amount in satoshis */
  readonly maxMoney: bigint
}

export type Presence = 'required' | 'optional'

interface Traits<Value> {
  /** name of the type in help texts */
  readonly kind: string
  readonly schema: JsonSchema
  /**
   * How the command line converts an argument to JSON (rpc.md §2): parsed, or sent as a string. `text` is parsed if it
   * begins like an object, an array or a quoted string, otherwise sent as a string.
   */
  readonly cli: 'json' | 'string' | 'text'
  convert(value: JsonValue | undefined, context: ConversionContext): Value
  /** type that is checked for all parameters before any is converted */
  readonly type?: convert.JsonType
  readonly nullable?: boolean
  readonly secret?: boolean
  readonly transaction?: boolean
  readonly fallback?: Value
  /** Converts a typed client's value for the request, if the two differ. */
  readonly fromInput?: (input: Encodable) => Encodable
}

/** Positional parameter. Value is the type for the handler, Input that of a typed client. */
export class Param<Name extends string = string, Value = unknown, Input = unknown, Needed extends Presence = Presence> {
  readonly name: Name
  readonly doc: string
  readonly presence: Needed
  readonly traits: Traits<Value>
  /** for type inference only, never set */
  declare readonly input?: Input

  constructor(name: Name, doc: string, presence: Needed, traits: Traits<Value>) {
    this.name = name
    this.doc = doc
    this.presence = presence
    this.traits = traits
  }

  optional(): Param<Name, Value | undefined, Input, 'optional'> {
    return new Param(this.name, this.doc, 'optional', this.traits)
  }

  /** Makes the parameter optional. Handlers receive `value` if it is omitted. */
  default(value: Value): Param<Name, Value, Input, 'optional'> {
    return new Param(this.name, this.doc, 'optional', { ...this.traits, fallback: value })
  }

  /**
   * Treats an explicit null as omitted. A required parameter is then undefined, and the handler must report the error.
   */
  nullable(): Param<Name, Needed extends 'required' ? Value | undefined : Value, Input, Needed> {
    return new Param(this.name, this.doc, this.presence, { ...this.traits, nullable: true })
  }

  /** A wrong JSON type fails with −3 `Expected type …`, like the reference's methods that check types first. */
  typed(): Param<Name, Value, Input, Needed> {
    const type = this.traits.schema['type']
    return new Param(this.name, this.doc, this.presence, { ...this.traits, type: JSON_TYPES[String(type)] ?? 'null' })
  }

  /** Never shown in histories or logs. */
  secret(): Param<Name, Value, Input, Needed> {
    return new Param(this.name, this.doc, this.presence, { ...this.traits, secret: true })
  }

  /** A complete transaction in hex. A page may pass a handle instead of a transaction that it does not have. */
  transaction(): Param<Name, Value, Input, Needed> {
    return new Param(this.name, this.doc, this.presence, { ...this.traits, transaction: true })
  }
}

export type AnyParam = Param<string, unknown, unknown, Presence>

const JSON_TYPES: Readonly<Record<string, convert.JsonType>> = {
  boolean: 'bool',
  integer: 'number',
  number: 'number',
  string: 'string',
  array: 'array',
  object: 'object',
}

interface Range {
  readonly min?: number
  readonly max?: number
}

function bounded(name: string, range: Range, value: number): number {
  const { min, max } = range
  if ((min === undefined || value >= min) && (max === undefined || value <= max)) return value
  const bounds = max === undefined ? `at least ${min}` : `between ${min ?? 'the lowest integer'} and ${max}`
  throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `Invalid parameter, ${name} must be ${bounds}`)
}

const HEX = '^([0-9a-fA-F]{2})+$'

/** Defines a parameter of a plain JSON type without further checks. */
const plain =
  <Value, Input>(kind: string, type: 'boolean' | 'integer' | 'number', read: Traits<Value>['convert']) =>
  <const N extends string>(name: N, doc: string) =>
    new Param<N, Value, Input, 'required'>(name, doc, 'required', {
      kind,
      schema: { type },
      cli: 'json',
      convert: read,
    })

export const p = {
  /** `pattern` describes the expected text; the handler validates it */
  str: <const N extends string>(name: N, doc: string, pattern?: string) =>
    new Param<N, string, string, 'required'>(name, doc, 'required', {
      kind: 'string',
      schema: { type: 'string', pattern },
      cli: 'string',
      convert: convert.asString,
    }),

  /**
   * A string parameter that also accepts a number and passes its source text to the handler. The reference accepts only
   * strings.
   */
  text: <const N extends string>(name: N, doc: string) =>
    new Param<N, string, string | number | bigint, 'required'>(name, doc, 'required', {
      kind: 'string or numeric',
      schema: { type: ['string', 'number'] },
      cli: 'string',
      convert: convert.asText,
      fromInput: (input) => String(input),
    }),

  /** 32-bit integer, within `range` if given */
  int: <const N extends string>(name: N, doc: string, range: Range = {}) =>
    new Param<N, number, number, 'required'>(name, doc, 'required', {
      kind: 'numeric',
      schema: { type: 'integer', minimum: range.min, maximum: range.max },
      cli: 'json',
      convert: (value) => bounded(name, range, convert.asInt32(value)),
    }),

  int64: plain<bigint, bigint | number>('numeric', 'integer', convert.asInt64),
  num: plain<number, number>('numeric', 'number', convert.asDouble),
  bool: plain<boolean, boolean>('boolean', 'boolean', convert.asBool),

  /** 0, 1, 2 …, or the booleans that older callers send */
  verbosity: <const N extends string>(name: N, doc: string) =>
    new Param<N, number, number | boolean, 'required'>(name, doc, 'required', {
      kind: 'numeric or boolean',
      schema: { type: ['integer', 'boolean'] },
      cli: 'json',
      convert: (value) =>
        convert.getJsonType(value) === 'number' ? convert.asInt32(value) : Number(convert.asBool(value)),
    }),

  /**
   * Coins in JSON, satoshis in TypeScript. Clients pass satoshis as bigint, or coins as text. `cli` is the JSON type
   * for command-line arguments
   */
  amount: <const N extends string>(name: N, doc: string, cli: 'json' | 'string' = 'json') =>
    new Param<N, Satoshis, Satoshis | string, 'required'>(name, doc, 'required', {
      kind: 'numeric or string',
      schema: { type: ['number', 'string'], format: 'amount' },
      cli,
      convert: (value, context) => convert.asAmount(value, context.maxMoney),
      fromInput: (input) => (typeof input === 'bigint' ? new NumberLiteral(formatAmount(input)) : input),
    }),

  /** 64 hex digits. Other text is rejected. `label` is the name in the reference's error. */
  hash: <const N extends string, H extends TxId | BlockHash = TxId>(name: N, doc: string, label: string = name) =>
    new Param<N, H, string, 'required'>(name, doc, 'required', {
      kind: 'string',
      schema: { type: 'string', pattern: HEX },
      cli: 'string',
      convert: (value) => convert.asHash(value, label) as H,
    }),

  /**
   * A hash as the reference reads it without validation: it takes the leading hex digits, so `zz` becomes all zeros.
   */
  looseHash: <const N extends string, H extends TxId | BlockHash = BlockHash>(name: N, doc: string) =>
    new Param<N, H, string, 'required'>(name, doc, 'required', {
      kind: 'string',
      schema: { type: 'string', pattern: HEX },
      cli: 'string',
      convert: (value) => convert.looseHash(convert.asString(value)) as H,
    }),

  /** `empty` also allows zero bytes */
  hex: <const N extends string>(name: N, doc: string, options: { label?: string; empty?: true } = {}) =>
    new Param<N, string, string, 'required'>(name, doc, 'required', {
      kind: 'string',
      schema: { type: 'string', pattern: options.empty ? '^([0-9a-fA-F]{2})*$' : HEX },
      cli: 'string',
      convert: (value) => (options.empty && value === '' ? '' : convert.asHex(value, options.label ?? name)),
    }),

  /** `item` is the JSON schema of the items. Handlers convert the items themselves. */
  array: <const N extends string>(name: N, doc: string, item: JsonSchema = {}) =>
    new Param<N, JsonValue[], readonly Encodable[], 'required'>(name, doc, 'required', {
      kind: 'array',
      schema: { type: 'array', items: item },
      cli: 'json',
      convert: convert.asArray,
    }),

  /** `schema` describes the members. Handlers convert them themselves. */
  object: <const N extends string>(name: N, doc: string, schema: JsonSchema = {}) =>
    new Param<N, JsonObject, Readonly<Record<string, Encodable>>, 'required'>(name, doc, 'required', {
      kind: 'object',
      schema: { type: 'object', ...schema },
      cli: 'json',
      convert: convert.asObject,
    }),

  /** Any JSON value, for parameters that the handler ignores or validates itself. */
  any: <const N extends string>(name: N, doc: string, cli: 'json' | 'string' | 'text') =>
    new Param<N, JsonValue, Encodable, 'required'>(name, doc, 'required', {
      kind: 'any',
      schema: {},
      cli,
      convert: (value) => value ?? null,
    }),
} as const
