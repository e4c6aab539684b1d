/** Generates parameters for any method: valid, nearly valid and hostile ones, from the contract and earlier replies. */

import type { Method } from '#shared/rpc/define.ts'
import type { AnyParam } from '#shared/rpc/param.ts'
import type { JsonSchema } from '#shared/rpc/result.ts'
import type { Harvest } from './harvest.ts'
import { createJsonSource, type JsonSource, type RandomJson } from './jsonText.ts'
import type { SeededRandom } from './random.ts'

/** Member names of objects in the contract. */
const MEMBERS = [
  ...[
    'addresses',
    'start',
    'end',
    'chainInfo',
    'txid',
    'index',
    'vout',
    'n',
    'sequence',
    'scriptPubKey',
    'redeemScript',
  ],
  ...['amount', 'mode', 'data', 'capabilities', 'longpollid', 'noOrphans', 'logicalTimes', 'limit', 'offset', 'filter'],
  ...[
    'to',
    'payments',
    'address',
    'value',
    'fee',
    'comment',
    'restore',
    'birth',
    'sort',
    'order',
    'after',
    'count',
    'cursor',
  ],
]

export interface ValueSource {
  /** Returns the JSON text of the parameters. */
  paramsOf(method: Method): RandomJson
}

export interface ValueOptions {
  /** maximum length of texts in bytes; long texts are rare */
  readonly longest: number
}

export function createFuzzValues(random: SeededRandom, harvest: Harvest, { longest }: ValueOptions): ValueSource {
  const json = createJsonSource(random, harvest, longest)
  const one = (param: AnyParam) => bySchema(random, json, param.traits.schema, 0)
  return {
    paramsOf(method) {
      if (random.chance(0.02)) return json.array(() => json.anything(1))
      const example = random.chance(0.15) ? fromExample(random, method, one) : undefined
      if (example) return `[${example.join(',')}]`
      const min = method.params.filter(({ presence }) => presence === 'required').length
      const count = min + random.int(method.params.length - min + 1)
      return `[${method.params.slice(0, count).map(one).join(',')}]`
    },
  }
}

function bySchema(random: SeededRandom, json: JsonSource, schema: JsonSchema, depth: number): RandomJson {
  if (random.chance(0.06)) return json.anything(depth)
  const words = schema['enum']
  if (Array.isArray(words) && random.chance(0.8)) return JSON.stringify(random.pick(words))
  const { type, items } = schema as { type?: unknown; items?: JsonSchema }
  const one = Array.isArray(type) ? random.pick(type as string[]) : type
  if (one === 'string') return json.string()
  if (one === 'integer' || one === 'number') return json.number()
  if (one === 'boolean') return random.pick(['true', 'false'])
  if (one === 'array') return json.array(() => bySchema(random, json, items ?? {}, depth + 1))
  return one === 'object' ? objectBySchema(random, json, schema, depth) : untyped(random, json, depth)
}

function objectBySchema(random: SeededRandom, json: JsonSource, schema: JsonSchema, depth: number): RandomJson {
  const { properties } = schema as { properties?: Record<string, JsonSchema> }
  if (properties) {
    const given = Object.entries(properties).filter(() => random.chance(0.8))
    const member = ([name, each]: readonly [string, JsonSchema]) =>
      `${JSON.stringify(name)}:${bySchema(random, json, each, depth + 1)}`
    return `{${given.map(member).join(',')}}`
  }
  if (random.chance(0.4)) return json.object(() => (random.chance(0.5) ? json.number() : json.anything(depth + 1)))
  return untyped(random, json, depth)
}

/** Returns any value, often an object with member names of the contract. */
function untyped(random: SeededRandom, json: JsonSource, depth: number): RandomJson {
  if (!random.chance(0.5)) return json.anything(depth)
  const given = Array.from({ length: random.int(4) }, () => random.pick(MEMBERS))
  const value = (name: string) => (name === 'addresses' ? json.array(json.string) : json.anything(depth + 1))
  return `{${given.map((name) => `${JSON.stringify(name)}:${value(name)}`).join(',')}}`
}

/** Returns the parameters of an example with at most one changed. */
function fromExample(
  random: SeededRandom,
  method: Method,
  one: (param: AnyParam) => RandomJson,
): RandomJson[] | undefined {
  if (method.examples.length === 0) return undefined
  const values = [...random.pick(method.examples).params].map((value) =>
    JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? Number(inner) : inner)),
  )
  const place = random.int(values.length + 1)
  const param = method.params[place]
  if (values[place] !== undefined && param) values[place] = one(param)
  return values
}
