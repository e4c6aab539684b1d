import {
  BLAKE2B_BLOCK_BYTES,
  BLAKE2B_MEMORY_BYTES,
  BLAKE2B_STATE_BYTES,
  BLAKE2B_WORDS,
  compileBlake2b,
} from './blake2bModule.ts'

/** Hash state of a prefix that is computed once and continued many times. */
export interface Blake2bPrefix {
  /** Returns the hash of the prefix followed by the suffix. */
  hash(suffix: Uint8Array): Uint8Array
}

export interface Blake2bPersonal {
  /** Returns the hash of the concatenated parts. */
  hash(...parts: readonly Uint8Array[]): Uint8Array
  prefix(...parts: readonly Uint8Array[]): Blake2bPrefix
}

const MAX_LENGTH = 64
const PERSONAL_BYTES = 16
/** Offset of the personalisation in the parameter block (BLAKE2 paper §2.8). */
const PERSONAL_OFFSET = 48
/** First bytes of the parameter block after the length of the digest: no key, a fanout and a depth of one. */
const SEQUENTIAL = [0, 1, 1]

const code = compileBlake2b()
const memory = new Uint8Array(code.memory.buffer)
/** Message bytes are collected from here to the end of the memory, which is a multiple of the block size. */
const MESSAGE = BLAKE2B_STATE_BYTES
const CAPACITY = BLAKE2B_MEMORY_BYTES - 2 * BLAKE2B_STATE_BYTES

/** The hash being computed: its collected bytes, and the number of bytes already mixed into the state. */
let collected = 0
let mixed = 0

/** Mixes all collected bytes into the state except for the last block, which may be the last of the message. */
function mixBlocks(): void {
  const blocks = Math.ceil(collected / BLAKE2B_BLOCK_BYTES) - 1
  for (let block = 0; block < blocks; block++) {
    mixed += BLAKE2B_BLOCK_BYTES
    code.compress(MESSAGE + block * BLAKE2B_BLOCK_BYTES, mixed, 0)
  }
  if (blocks <= 0) return
  const start = MESSAGE + blocks * BLAKE2B_BLOCK_BYTES
  memory.copyWithin(MESSAGE, start, MESSAGE + collected)
  collected -= blocks * BLAKE2B_BLOCK_BYTES
}

function append(bytes: Uint8Array): void {
  if (collected + bytes.length <= CAPACITY) {
    memory.set(bytes, MESSAGE + collected)
    collected += bytes.length
    return
  }
  for (let at = 0; at < bytes.length; ) {
    if (collected === CAPACITY) mixBlocks()
    const part = bytes.subarray(at, at + CAPACITY - collected)
    memory.set(part, MESSAGE + collected)
    collected += part.length
    at += part.length
  }
}

function finish(length: number): Uint8Array {
  mixBlocks()
  memory.fill(0, MESSAGE + collected, MESSAGE + BLAKE2B_BLOCK_BYTES)
  code.compress(MESSAGE, mixed + collected, 1)
  return memory.slice(0, length)
}

function initialState(personalisation: Uint8Array, length: number): Uint8Array {
  const parameters = new Uint8Array(BLAKE2B_STATE_BYTES)
  parameters.set([length, ...SEQUENTIAL])
  parameters.set(personalisation, PERSONAL_OFFSET)
  const words = new BigUint64Array(parameters.buffer)
  for (const [index, word] of BLAKE2B_WORDS.entries()) words[index] = words[index]! ^ word
  return parameters
}

function begin(state: Uint8Array): void {
  memory.set(state)
  collected = 0
  mixed = 0
}

/**
 * BLAKE2b (RFC 7693) with a 16-byte personalisation and an output of `length` (1..64) bytes.
 * @throws RangeError for any other size: the arguments are constants of this program
 */
export function blake2bPersonal(personalisation: Uint8Array, length: number): Blake2bPersonal {
  if (personalisation.length !== PERSONAL_BYTES) throw new RangeError('the personalisation must have 16 bytes')
  if (!Number.isInteger(length) || length < 1 || length > MAX_LENGTH)
    throw new RangeError('the output must have 1 to 64 bytes')
  const initial = initialState(personalisation, length)
  return {
    hash(...parts) {
      begin(initial)
      for (const part of parts) append(part)
      return finish(length)
    },
    prefix(...parts) {
      begin(initial)
      for (const part of parts) append(part)
      mixBlocks()
      const state = memory.slice(0, BLAKE2B_STATE_BYTES)
      const rest = memory.slice(MESSAGE, MESSAGE + collected)
      const before = mixed
      return {
        hash(suffix) {
          begin(state)
          mixed = before
          append(rest)
          append(suffix)
          return finish(length)
        },
      }
    },
  }
}
