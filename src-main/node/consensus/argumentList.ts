/**
 * A command line as komodod reads it: `-key=value`, `--key=value` or a bare `-key`. The last occurrence of a key wins.
 * Words without a dash are ignored.
 */
export interface ArgumentList {
  has(key: string): boolean
  /** the last value given; '' for a bare `-key` */
  last(key: string): string | undefined
  all(key: string): readonly string[]
  keys(): Iterable<string>
}

export function readArguments(args: readonly string[]): ArgumentList {
  const values = new Map<string, string[]>()
  for (const arg of args) {
    const match = /^--?([^=-][^=]*)(?:=([\s\S]*))?$/.exec(arg)
    if (match === null) continue
    const key = match[1] ?? ''
    const list = values.get(key)
    if (list === undefined) values.set(key, [match[2] ?? ''])
    else list.push(match[2] ?? '')
  }
  return {
    has: (key) => values.has(key),
    last: (key) => values.get(key)?.at(-1),
    all: (key) => values.get(key) ?? [],
    keys: () => values.keys(),
  }
}

/** Error in one option. The text names the option and is shown to the user. */
export class ChainOptionError extends Error {
  override readonly name = 'ChainOptionError'
}

export const INT32_MAX = 0x7fff_ffffn
export const INT64_MAX = (1n << 63n) - 1n
export const UINT64_MAX = (1n << 64n) - 1n

/**
 * Readers for one option each. komodod turns unreadable values into 0, which silently defines another chain, because
 * every number is part of the magic. Here they are errors that name the option.
 */
export interface OptionReader {
  /** whole decimal number from min to max */
  integer(key: string, fallback: bigint, min: bigint, max: bigint): bigint
  /** numbers from 0 to `max`, separated by commas or spaces, without fill-up; empty if absent */
  list(key: string, maxLength: number, max?: bigint): readonly bigint[]
  text(key: string): string
  /** even number of hex digits, in lower case; '' if absent or empty */
  hex(key: string): string
  /** Bare or 1 returns true, 0 returns false; `-nokey` counts as `-key=0`. */
  flag(key: string): boolean
}

export function createOptionReader(args: ArgumentList): OptionReader {
  const number = (key: string, text: string, min: bigint, max: bigint): bigint => {
    if (!/^-?\d+$/.test(text)) throw new ChainOptionError(`-${key}: expected a whole number, got "${text}"`)
    const value = BigInt(text)
    if (value < min || value > max) throw new ChainOptionError(`-${key}: ${text} is not within ${min}..${max}`)
    return value
  }
  return {
    integer(key, fallback, min, max) {
      const text = args.last(key)
      return text === undefined ? fallback : number(key, text, min, max)
    },
    list(key, maxLength, max = INT64_MAX) {
      const text = args.last(key)
      if (text === undefined) return []
      const words = text.trim().split(/\s*,\s*|\s+/)
      if (words.length > maxLength) throw new ChainOptionError(`-${key}: expected at most ${maxLength} numbers`)
      return words.map((word) => number(key, word, 0n, max))
    },
    text: (key) => args.last(key) ?? '',
    hex(key) {
      const text = args.last(key) ?? ''
      if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text))
        throw new ChainOptionError(`-${key}: expected a hex string`)
      return text.toLowerCase()
    },
    flag(key) {
      if (args.has(`no${key}`)) return false
      const text = args.last(key)
      if (text === undefined || text === '0') return false
      if (text === '' || text === '1') return true
      throw new ChainOptionError(`-${key}: expected 0 or 1, got "${text}"`)
    },
  }
}

/**
 * Returns a list option in full length. Missing entries at the end repeat the last given number. An absent option is
 * all zeros.
 */
export function fillList(given: readonly bigint[], length: number): readonly bigint[] {
  const last = given.at(-1) ?? 0n
  return Array.from({ length }, (_, index) => given[index] ?? last)
}
