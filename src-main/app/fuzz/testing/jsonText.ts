/** Generates random JSON: valid, nearly valid and hostile values, independent of methods. */
import type { Harvest } from './harvest.ts'
import type { SeededRandom } from './random.ts'

/** JSON text, so that numbers and amounts keep their exact notation. */
export type RandomJson = string

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

export interface JsonSource {
  string(): RandomJson
  number(): RandomJson
  /** Returns any value, nested to a limited depth. */
  anything(depth: number): RandomJson
  array(item: () => RandomJson): RandomJson
  object(member: () => RandomJson): RandomJson
}

/** @param longest maximum length of texts in bytes; long texts are rare */
export function createJsonSource(random: SeededRandom, harvest: Harvest, longest: number): JsonSource {
  const harvested = () => harvest.pick(random) ?? random.hex(32)

  function long(): RandomJson {
    // Every order of magnitude of the length is equally likely.
    const length = Math.ceil(longest ** (random.int(1000) / 1000))
    const unit = random.pick(['0', 'ff', '51', 'x', '\\u0001', 'é', '20', 'ac', '21', '4c', '6a'])
    return `"${unit.repeat(Math.ceil(length / unit.length / 2) * 2)}"`
  }

  function string(): RandomJson {
    if (random.chance(0.003)) return long()
    if (random.chance(0.6)) return JSON.stringify(random.chance(0.2) ? damaged(harvested()) : harvested())
    return random.chance(0.85) ? JSON.stringify(random.pick(STRINGS)) : JSON.stringify(random.hex(random.int(120)))
  }

  /** Changes, removes or doubles one character. */
  function damaged(text: string): string {
    const at = random.int(text.length)
    return text.slice(0, at) + random.pick(['', '0', 'f', text.slice(at, at + 1).repeat(2)]) + text.slice(at + 1)
  }

  const number = (): RandomJson => (random.chance(0.6) ? String(random.int(12)) : random.pick(NUMBERS))

  function anything(depth: number): RandomJson {
    const kind = random.int(depth > 3 ? 5 : 8)
    if (kind === 0) return 'null'
    if (kind === 1) return random.pick(['true', 'false'])
    if (kind === 2) return number()
    if (kind < 5) return string()
    if (kind === 5) return array(() => anything(depth + 1))
    if (kind === 6 && random.chance(0.02)) return `${'['.repeat(400)}${']'.repeat(400)}`
    return object(() => anything(depth + 1))
  }

  function array(item: () => RandomJson): RandomJson {
    if (random.chance(0.004)) {
      const one = item()
      if (one.length < 200)
        return `[${Array(Math.ceil((longest / 40) ** (random.int(1000) / 1000)))
          .fill(one)
          .join(',')}]`
    }
    return `[${Array.from({ length: random.int(5) }, item).join(',')}]`
  }

  function object(member: () => RandomJson): RandomJson {
    const name = () => (random.chance(0.5) ? harvested() : random.pick(STRINGS))
    return `{${Array.from({ length: random.int(4) }, () => `${JSON.stringify(name())}:${member()}`).join(',')}}`
  }

  return { string, number, anything, array, object }
}
