import { BLAKE2B_MIXED, BLAKE2B_ROUNDS, BLAKE2B_SCHEDULE } from './blake2bRounds.ts'

/**
 * Assembles the WebAssembly module with the compression function of BLAKE2b (RFC 7693 §3.2). WebAssembly adds and
 * rotates 64-bit words in one instruction each. A library's module would be as fast, but its interface copies and
 * checks more than the hashing of a short message takes.
 */

/** The memory begins with the state of eight words, which are little-endian. */
export const BLAKE2B_STATE_BYTES = 64
export const BLAKE2B_BLOCK_BYTES = 128
/** Size of the memory: one page. */
export const BLAKE2B_MEMORY_BYTES = 65_536

/** Initial words of the state. */
export const BLAKE2B_WORDS = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
] as const

export interface Blake2bCode {
  readonly memory: WebAssembly.Memory
  /**
   * Mixes the block at an address into the state.
   * @param count bytes of the message up to the end of this block
   * @param last 1 for the last block of the message, otherwise 0
   */
  compress(block: number, count: number, last: number): void
}

/** Opcodes and types of the WebAssembly specification, §5. */
const OP = {
  END: 0x0b,
  GET: 0x20,
  SET: 0x21,
  LOAD64: 0x29,
  STORE64: 0x37,
  CONST32: 0x41,
  CONST64: 0x42,
  ADD64: 0x7c,
  SUB64: 0x7d,
  XOR64: 0x85,
  ROTR64: 0x8a,
  TO64: 0xad,
} as const
const I32 = 0x7f
const I64 = 0x7e
/** Locals of the function: its parameters, then the sixteen words v0 to v15. */
const [BLOCK, COUNT, LAST, V0] = [0, 1, 2, 3]

/** Encodes an integer as LEB128. */
function leb(value: bigint | number, isSigned = false): number[] {
  const bytes: number[] = []
  let rest = BigInt(value)
  for (;;) {
    const digit = Number(rest & 0x7fn)
    rest >>= 7n
    const done = isSigned ? rest === (digit & 0x40 ? -1n : 0n) : rest === 0n
    bytes.push(done ? digit : digit | 0x80)
    if (done) return bytes
  }
}

const get = (local: number) => [OP.GET, local]
const set = (local: number) => [OP.SET, local]
const constant = (value: bigint) => [OP.CONST64, ...leb(BigInt.asIntN(64, value), true)]
/** Loads a word at an offset from the address on the stack, which is a multiple of 8 (2³). */
const load = (offset: number) => [OP.LOAD64, 3, ...leb(offset)]
const zeroAddress = [OP.CONST32, 0]

/** Adds the word b and a message word to a, then mixes a into d (d = d xor a, rotated), c and b likewise. */
function mixHalf(words: readonly number[], message: number, [first, second]: readonly [bigint, bigint]): number[] {
  const [a, b, c, d] = words.map((word) => V0 + word) as [number, number, number, number]
  const rotate = (x: number, y: number, bits: bigint) => [
    ...get(x),
    ...get(y),
    OP.XOR64,
    ...constant(bits),
    OP.ROTR64,
    ...set(x),
  ]
  return [
    ...[...get(a), ...get(b), OP.ADD64, ...get(BLOCK), ...load(8 * message), OP.ADD64, ...set(a)],
    ...rotate(d, a, first),
    ...[...get(c), ...get(d), OP.ADD64, ...set(c)],
    ...rotate(b, c, second),
  ]
}

function compressionCode(): number[] {
  const code: number[] = []
  for (let i = 0; i < 8; i++) {
    code.push(...zeroAddress, ...load(8 * i), ...set(V0 + i))
    code.push(...constant(BLAKE2B_WORDS[i]!), ...set(V0 + 8 + i))
  }
  // v12 is xored with the count, and v14 with all ones (-1) in the last block.
  code.push(...get(V0 + 12), ...get(COUNT), OP.TO64, OP.XOR64, ...set(V0 + 12))
  code.push(...get(V0 + 14), ...constant(0n), ...get(LAST), OP.TO64, OP.SUB64, OP.XOR64, ...set(V0 + 14))
  for (let round = 0; round < BLAKE2B_ROUNDS; round++) {
    const schedule = BLAKE2B_SCHEDULE[round % BLAKE2B_SCHEDULE.length]!
    for (const [index, words] of BLAKE2B_MIXED.entries()) {
      code.push(...mixHalf(words, schedule[2 * index]!, [32n, 24n]))
      code.push(...mixHalf(words, schedule[2 * index + 1]!, [16n, 63n]))
    }
  }
  for (let i = 0; i < 8; i++) {
    code.push(...zeroAddress, ...zeroAddress, ...load(8 * i), ...get(V0 + i), OP.XOR64)
    code.push(...get(V0 + 8 + i), OP.XOR64, OP.STORE64, 3, ...leb(8 * i))
  }
  return code
}

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const section = (id: number, content: readonly number[]) => [id, ...leb(content.length), ...content]
  const name = (text: string) => [text.length, ...Buffer.from(text, 'latin1')]
  const body = [1, ...leb(16), I64, ...compressionCode(), OP.END]
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    // type, function, memory of exactly one page, exports, code
    ...section(1, [1, 0x60, 3, I32, I32, I32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 1, 1, 1]),
    ...section(7, [2, ...name('memory'), 2, 0, ...name('compress'), 0, 0]),
    ...section(10, [1, ...leb(body.length), ...body]),
  ])
}

/** Compiles the module, which takes less than a millisecond. */
export function compileBlake2b(): Blake2bCode {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()), {})
  return exports as unknown as Blake2bCode
}
