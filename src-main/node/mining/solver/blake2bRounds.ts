/**
 * Generates the rounds of BLAKE2b as AssemblyScript, for the placeholder lines of assembly/hash.as. The rounds are
 * unrolled because the sixteen state words must be local variables, which a function cannot share with its caller.
 */

/** Placeholder such as `//#rounds u64 16`: the type of the words, and the number of nonzero message words. */
const PLACEHOLDER = /^[ \t]*\/\/#rounds (u64|v128) (\d+)$/gm

/** The message schedule (RFC 7693 §2.7); the last two of the twelve rounds repeat the first two. */
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
] as const
const ROUNDS = 12

/** Indices of state words that are mixed together: the columns, then the diagonals. */
const MIXED = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const

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
  for (let round = 0; round < ROUNDS; round++) {
    const order = SIGMA[round % SIGMA.length]!
    MIXED.forEach((places, i) => {
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
