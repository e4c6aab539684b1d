/**
 * The vocabulary of parameters. One description gives the server's conversion with the reference's error texts, the
 * handler's type, what a typed client may pass, the command line's conversion, the JSON schema and the help lines.
 */
import { RPC_ERROR, RpcError } from '../errors.ts'
import { type Encodable, type JsonObject, type JsonValue, NumberLiteral } from '../json.ts'
import { type BlockHash, formatAmount, type Satoshis, type TxId } from '../units.ts'
import * as convert from './convert.ts'
import type { JsonSchema } from './result.ts'

/** What conversion needs to know of the chain. */
export interface ConversionContext {
  /** satoshis */
  readonly maxMoney: bigint
}

export type Presence = 'required' | 'optional'

interface Traits<Value> {
  /** as help texts name it */
  readonly kind: string
  readonly schema: JsonSchema
  /**
   * How the command line turns a word into JSON: parsed, or sent as a string (rpc.md §2). `text`: parsed if it begins like an
   * object, an array or a quoted text, else sent as a string.
   */
  readonly cli: 'json' | 'string' | 'text'
  convert(value: JsonValue | undefined, context: ConversionContext): Value
  /** checked for all parameters before any is converted */
  readonly type?: convert.JsonType
  readonly nullable?: boolean
  readonly secret?: boolean
  readonly transaction?: boolean
  readonly fallback?: Value
  /** How a typed client's value stands in the request, where that is not the value itself. */
  readonly fromInput?: (input: Encodable) => Encodable
}

/** One positional parameter. Value: what the handler gets. Input: what a typed client may pass. */
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

  /** Optional, and handlers see `value` when it is not given. */
  default(value: Value): Param<Name, Value, Input, 'optional'> {
    return new Param(this.name, this.doc, 'optional', { ...this.traits, fallback: value })
  }

  /** An explicit null counts as not given; a required parameter is then undefined and the handler complains. */
  nullable(): Param<Name, Needed extends 'required' ? Value | undefined : Value, Input, Needed> {
    return new Param(this.name, this.doc, this.presence, { ...this.traits, nullable: true })
  }

  /** A wrong JSON type answers −3 `Expected type …`, as where the reference checks types first. */
  typed(): Param<Name, Value, Input, Needed> {
    const type = this.traits.schema['type']
    return new Param(this.name, this.doc, this.presence, { ...this.traits, type: JSON_TYPES[String(type)] ?? 'null' })
  }

  /** Never shown in histories or logs. */
  secret(): Param<Name, Value, Input, Needed> {
    return new Param(this.name, this.doc, this.presence, { ...this.traits, secret: true })
  }

  /** A whole transaction in hex: a page may pass the handle of one that it does not have. */
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

/** A parameter that is one JSON type and nothing more. */
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
  /** `pattern`: what it looks like, for the handler to judge */
  str: <const N extends string>(name: N, doc: string, pattern?: string) =>
    new Param<N, string, string, 'required'>(name, doc, 'required', {
      kind: 'string',
      schema: { type: 'string', pattern },
      cli: 'string',
      convert: convert.asString,
    }),

  /** A string for the reference; ours takes a number too and hands over its source text. */
  text: <const N extends string>(name: N, doc: string) =>
    new Param<N, string, string | number | bigint, 'required'>(name, doc, 'required', {
      kind: 'string or numeric',
      schema: { type: ['string', 'number'] },
      cli: 'string',
      convert: convert.asText,
      fromInput: (input) => String(input),
    }),

  /** 32 bits, within `range` if given */
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

  /** 0, 1, 2 … or the booleans that older callers send */
  verbosity: <const N extends string>(name: N, doc: string) =>
    new Param<N, number, number | boolean, 'required'>(name, doc, 'required', {
      kind: 'numeric or boolean',
      schema: { type: ['integer', 'boolean'] },
      cli: 'json',
      convert: (value) =>
        convert.jsonTypeOf(value) === 'number' ? convert.asInt32(value) : Number(convert.asBool(value)),
    }),

  /** Coins in JSON, satoshis in TypeScript. Clients pass satoshis as bigint, or coins as text. `cli`: what a command line makes of it */
  amount: <const N extends string>(name: N, doc: string, cli: 'json' | 'string' = 'json') =>
    new Param<N, Satoshis, Satoshis | string, 'required'>(name, doc, 'required', {
      kind: 'numeric or string',
      schema: { type: ['number', 'string'], format: 'amount' },
      cli,
      convert: (value, context) => convert.asAmount(value, context.maxMoney),
      fromInput: (input) => (typeof input === 'bigint' ? new NumberLiteral(formatAmount(input)) : input),
    }),

  /** 64 hex digits; anything that is not hex is refused. `label` is how the reference's error names it. */
  hash: <const N extends string, H extends TxId | BlockHash = TxId>(name: N, doc: string, label: string = name) =>
    new Param<N, H, string, 'required'>(name, doc, 'required', {
      kind: 'string',
      schema: { type: 'string', pattern: HEX },
      cli: 'string',
      convert: (value) => convert.asHash(value, label) as H,
    }),

  /** A hash as the reference reads it where it does not check: whatever hex there is, so that `zz` is all zeros. */
  looseHash: <const N extends string, H extends TxId | BlockHash = BlockHash>(name: N, doc: string) =>
    new Param<N, H, string, 'required'>(name, doc, 'required', {
      kind: 'string',
      schema: { type: 'string', pattern: HEX },
      cli: 'string',
      convert: (value) => convert.looseHash(convert.asString(value)) as H,
    }),

  /** `empty`: no bytes at all are fine */
  hex: <const N extends string>(name: N, doc: string, options: { label?: string; empty?: true } = {}) =>
    new Param<N, string, string, 'required'>(name, doc, 'required', {
      kind: 'string',
      schema: { type: 'string', pattern: options.empty ? '^([0-9a-fA-F]{2})*$' : HEX },
      cli: 'string',
      convert: (value) => (options.empty && value === '' ? '' : convert.asHex(value, options.label ?? name)),
    }),

  /** `item` is the JSON schema of the items; handlers convert the items themselves. */
  array: <const N extends string>(name: N, doc: string, item: JsonSchema = {}) =>
    new Param<N, JsonValue[], readonly Encodable[], 'required'>(name, doc, 'required', {
      kind: 'array',
      schema: { type: 'array', items: item },
      cli: 'json',
      convert: convert.asArray,
    }),

  /** `schema` describes the members; handlers convert them themselves. */
  object: <const N extends string>(name: N, doc: string, schema: JsonSchema = {}) =>
    new Param<N, JsonObject, Readonly<Record<string, Encodable>>, 'required'>(name, doc, 'required', {
      kind: 'object',
      schema: { type: 'object', ...schema },
      cli: 'json',
      convert: convert.asObject,
    }),

  /** Any JSON value, for parameters that are ignored or judged by the handler. */
  any: <const N extends string>(name: N, doc: string, cli: 'json' | 'string' | 'text') =>
    new Param<N, JsonValue, Encodable, 'required'>(name, doc, 'required', {
      kind: 'any',
      schema: {},
      cli,
      convert: (value) => value ?? null,
    }),
} as const
