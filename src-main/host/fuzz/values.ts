/** Parameters for any method: valid, nearly valid, and hostile ones, made from the contract and from what the node answered. */

import type { Method } from '#shared/rpc/define.ts'
import type { AnyParam } from '#shared/rpc/param.ts'
import type { JsonSchema } from '#shared/rpc/result.ts'
import type { SeededRandom } from './random.ts'

/** JSON text. Numbers and amounts keep their own spelling that way. */
type Text = string

/** Texts that the node gave away: addresses, ids, keys, transactions. */
export interface Harvest {
  /** Takes what is worth giving back. */
  reap(result: unknown): void
  pick(random: SeededRandom): string | undefined
}

const MOST_OF_A_KIND = 200
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['id', /^[0-9a-f]{64}$/],
  ['pubkey', /^0[23][0-9a-f]{64}$/],
  ['address', /^[1-9A-HJ-NP-Za-km-z]{34}$/],
  ['key', /^[1-9A-HJ-NP-Za-km-z]{51,52}$/],
  ['hex', /^([0-9a-f]{2}){20,20000}$/],
]

export function createHarvest(): Harvest {
  const kinds = new Map<string, string[]>(KINDS.map(([kind]) => [kind, []]))
  let turn = 0

  function keep(text: string): void {
    const kind = KINDS.find(([, shape]) => shape.test(text))?.[0]
    const texts = kind === undefined ? undefined : kinds.get(kind)
    if (texts === undefined) return
    turn++
    if (texts.length < MOST_OF_A_KIND) texts.push(text)
    else texts[turn % MOST_OF_A_KIND] = text
  }

  function reap(value: unknown, depth = 0): void {
    if (typeof value === 'string') keep(value)
    else if (typeof value === 'object' && value !== null && depth < 4) {
      for (const [name, item] of Object.entries(value).slice(0, 40)) {
        keep(name)
        reap(item, depth + 1)
      }
    }
  }

  return {
    reap: (result) => reap(result),
    pick(random) {
      const texts = kinds.get(random.pick(KINDS)[0]) ?? []
      return texts.length === 0 ? undefined : random.pick(texts)
    },
  }
}

const NUMBERS = [
  ...[
    '0',
    '1',
    '2',
    '3',
    '6',
    '10',
    '100',
    '-1',
    '-2',
    '0.1',
    '0.00000001',
    '1e3',
    '1e-9',
    '1E400',
    '-0',
    '5000',
    '65536',
  ],
  ...['2147483647', '2147483648', '-2147483648', '4294967295', '9007199254740993', '9223372036854775807'],
  ...['9223372036854775808', '18446744073709551616', '123456789012345678901234567890', '0.123456789', '21000000'],
]
const STRINGS = [
  ...[
    '',
    ' ',
    '0',
    '1',
    '-1',
    '*',
    'add',
    'remove',
    'onetry',
    'true',
    'null',
    'ALL',
    'NONE|ANYONECANPAY',
    'template',
    'proposal',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '\u0000',
    'é€𝄞',
    '\u202e',
    '<b>',
    '%s%n',
    '../../x',
    '/etc/passwd',
  ],
  ...['127.0.0.1', '10.0.0.0/8', '::1', '::/0', '256.1.1.1', '0.0.0.0/0', '[::1]:80', 'a:b:c'],
  ...['00', '0', 'zz', 'abc', '6a', '51', '76a914', 'ff'.repeat(40), '00'.repeat(200), 'f'.repeat(64), '0'.repeat(64)],
  ...[
    'RXL3YXG2ceaB6C5hfJcN4fvmLH2C34knhA',
    'bad',
    'x'.repeat(300),
    '1.5',
    '1e5',
    '0x10',
    'correct horse',
    '2024-01-01',
  ],
]

export interface ValueSource {
  /** JSON text of the parameters */
  paramsOf(method: Method): Text
}

export interface ValueOptions {
  /** bytes of the longest texts, which are rare */
  readonly longest: number
}

export function createFuzzValues(random: SeededRandom, harvest: Harvest, { longest }: ValueOptions): ValueSource {
  const quote = (text: string) => JSON.stringify(text)
  const harvested = () => harvest.pick(random) ?? random.hex(32)

  function long(): Text {
    // Of each order of magnitude as many.
    const length = Math.ceil(longest ** (random.int(1000) / 1000))
    const unit = random.pick(['0', 'ff', '51', 'x', '\\u0001', 'é', '20', 'ac', '21', '4c', '6a'])
    return `"${unit.repeat(Math.ceil(length / unit.length / 2) * 2)}"`
  }

  function string(): Text {
    if (random.chance(0.003)) return long()
    if (random.chance(0.6)) return quote(random.chance(0.2) ? damaged(harvested()) : harvested())
    return random.chance(0.85) ? quote(random.pick(STRINGS)) : quote(random.hex(random.int(120)))
  }

  /** One character other, missing or doubled. */
  function damaged(text: string): string {
    const at = random.int(text.length)
    return text.slice(0, at) + random.pick(['', '0', 'f', text.slice(at, at + 1).repeat(2)]) + text.slice(at + 1)
  }

  const number = (): Text => (random.chance(0.6) ? String(random.int(12)) : random.pick(NUMBERS))

  function anything(depth: number): Text {
    const kind = random.int(depth > 3 ? 5 : 8)
    if (kind === 0) return 'null'
    if (kind === 1) return random.pick(['true', 'false'])
    if (kind === 2) return number()
    if (kind < 5) return string()
    if (kind === 5) return array(() => anything(depth + 1))
    if (kind === 6 && random.chance(0.02)) return `${'['.repeat(400)}${']'.repeat(400)}`
    return object(() => anything(depth + 1))
  }

  function array(item: () => Text): Text {
    if (random.chance(0.004)) {
      const one = item()
      if (one.length < 200)
        return `[${Array(Math.ceil((longest / 40) ** (random.int(1000) / 1000)))
          .fill(one)
          .join(',')}]`
    }
    return `[${Array.from({ length: random.int(5) }, item).join(',')}]`
  }

  function object(member: () => Text): Text {
    const name = () => (random.chance(0.5) ? harvested() : random.pick(STRINGS))
    return `{${Array.from({ length: random.int(4) }, () => `${quote(name())}:${member()}`).join(',')}}`
  }

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
    ...[
      'amount',
      'mode',
      'data',
      'capabilities',
      'longpollid',
      'noOrphans',
      'logicalTimes',
      'limit',
      'offset',
      'filter',
    ],
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

  function described(schema: JsonSchema, depth: number): Text {
    if (random.chance(0.06)) return anything(depth)
    const { type, properties, items } = schema as {
      type?: unknown
      properties?: Record<string, JsonSchema>
      items?: JsonSchema
    }
    const words = schema['enum']
    if (Array.isArray(words) && random.chance(0.8)) return JSON.stringify(random.pick(words))
    const one = Array.isArray(type) ? random.pick(type as string[]) : type
    if (one === 'string') return string()
    if (one === 'integer' || one === 'number') return number()
    if (one === 'boolean') return random.pick(['true', 'false'])
    if (one === 'array') return array(() => described(items ?? {}, depth + 1))
    if (one === 'object' && properties) {
      const given = Object.entries(properties).filter(() => random.chance(0.8))
      return `{${given.map(([name, member]) => `${quote(name)}:${described(member, depth + 1)}`).join(',')}}`
    }
    if (one === 'object' && random.chance(0.4))
      return object(() => (random.chance(0.5) ? number() : anything(depth + 1)))
    if (random.chance(0.5)) {
      const given = Array.from({ length: random.int(4) }, () => random.pick(MEMBERS))
      return `{${given.map((name) => `${quote(name)}:${name === 'addresses' ? array(string) : anything(depth + 1)}`).join(',')}}`
    }
    return anything(depth)
  }

  /** As an example has it, with one place changed or none. */
  function fromExample(method: Method): Text[] | undefined {
    if (method.examples.length === 0) return undefined
    const values = [...random.pick(method.examples).params].map((value) =>
      JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? Number(inner) : inner)),
    )
    const place = random.int(values.length + 1)
    const param = method.params[place]
    if (values[place] !== undefined && param) values[place] = one(param)
    return values
  }

  const one = (param: AnyParam): Text => described(param.traits.schema, 0)

  return {
    paramsOf(method) {
      if (random.chance(0.02)) return array(() => anything(1))
      const example = random.chance(0.15) ? fromExample(method) : undefined
      if (example) return `[${example.join(',')}]`
      const least = method.params.filter(({ presence }) => presence === 'required').length
      const count = least + random.int(method.params.length - least + 1)
      return `[${method.params.slice(0, count).map(one).join(',')}]`
    },
  }
}
