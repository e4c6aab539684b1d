import { BLAKE2B_MIXED, BLAKE2B_ROUNDS, BLAKE2B_SCHEDULE } from '../../crypto/blake2bRounds.ts'

/**
 * Generates the rounds of BLAKE2b as AssemblyScript, for the placeholder lines of assembly/hash.as. The rounds are
 * unrolled because the sixteen state words must be local variables, which a function cannot share with its caller.
 */

/** Placeholder such as `//#rounds u64 16`: the type of the words, and the number of nonzero message words. */
const PLACEHOLDER = /^[ \t]*\/\/#rounds (u64|v128) (\d+)$/gm

interface WordType {
  add(x: string, y: string): string
  xor(x: string, y: string): string
  rotate(x: string, bits: 32 | 24 | 16 | 63): string
}

const WORD_TYPES: Readonly<Record<string, WordType>> = {
  u64: {
    add: (x, y) => `${x} + ${y}`,
    xor: (x, y) => `${x} ^ ${y}`,
    rotate: (x, bits) => `rotr<u64>(${x}, ${bits})`,
  },
  v128: {
    add: (x, y) => `i64x2.add(${x}, ${y})`,
    xor: (x, y) => `v128.xor(${x}, ${y})`,
    rotate: (x, bits) => `rotate${bits}(${x})`,
  },
}

/** Returns the source with the placeholder lines replaced by the rounds. */
export function insertRounds(source: string): string {
  return source.replace(PLACEHOLDER, (_line, type: string, words: string) => rounds(WORD_TYPES[type]!, Number(words)))
}

function rounds(type: WordType, words: number): string {
  const lines: string[] = []
  for (let round = 0; round < BLAKE2B_ROUNDS; round++) {
    const order = BLAKE2B_SCHEDULE[round % BLAKE2B_SCHEDULE.length]!
    BLAKE2B_MIXED.forEach((places, i) => {
      const [x, y] = [order[2 * i]!, order[2 * i + 1]!].map((word) => (word < words ? `m${word}` : undefined))
      lines.push(mix(type, places, x, y))
    })
  }
  return lines.join('\n')
}

/** Returns the function G on one line, without message words that are zero. */
function mix(
  { add, xor, rotate }: WordType,
  places: readonly number[],
  x: string | undefined,
  y: string | undefined,
): string {
  const [a, b, c, d] = places.map((place) => `v${place}`) as [string, string, string, string]
  const half = (message: string | undefined, right: 32 | 16, left: 24 | 63) => [
    `${a} = ${add(a, b)};`,
    ...(message === undefined ? [] : [`${a} = ${add(a, message)};`]),
    `${d} = ${rotate(xor(d, a), right)};`,
    `${c} = ${add(c, d)};`,
    `${b} = ${rotate(xor(b, c), left)};`,
  ]
  return [...half(x, 32, 24), ...half(y, 16, 63)].join(' ')
}
