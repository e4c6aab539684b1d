import { equal, fromHex } from '../util/index.ts'
import { wasmHash } from './wasmHash.ts'

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

/**
 * The WebAssembly build supports neither personalisation nor, after its creation, another output length. Both are words
 * of the parameter block that is xored into the initial state (RFC 7693 §2.5 and the BLAKE2 paper §2.8). The state can
 * be saved and loaded, so it is located by its constants and patched. One instance serves every length, because the
 * length only affects the parameter block and the truncation of the digest.
 */
const hasher = await wasmHash('blake2b').createBLAKE2b(512)
const MAX_LENGTH = 64
/** Initial words 0..7 as bytes, with the parameter block of an unkeyed 64-byte hash (01 01 00 40) in the lowest word. */
const INITIAL = fromHex(
  '48c9bdf267e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5' +
    'd182e6ad7f520e511f6c3e2b8c68059b6bbd41fbabd9831f79217e1319cde05b',
)
const PERSONAL_OFFSET = 48

const initialState = (() => {
  hasher.init()
  return hasher.save()
})()
const wordsOffset = Buffer.from(initialState).indexOf(INITIAL)
if (wordsOffset < 0 || Buffer.from(initialState).indexOf(INITIAL, wordsOffset + 1) >= 0) {
  throw new Error('BLAKE2b: the WebAssembly state has an unknown layout')
}

function personalState(personalisation: Uint8Array, length: number): Uint8Array {
  const state = initialState.slice()
  state[wordsOffset] = (state[wordsOffset] as number) ^ MAX_LENGTH ^ length
  personalisation.forEach((byte, i) => {
    const at = wordsOffset + PERSONAL_OFFSET + i
    state[at] = (state[at] as number) ^ byte
  })
  return state
}

/**
 * BLAKE2b with a 16-byte personalisation and an output of `length` (1..64) bytes.
 * @throws RangeError for any other size: the arguments are constants of this program
 */
export function blake2bPersonal(personalisation: Uint8Array, length: number): Blake2bPersonal {
  if (personalisation.length !== 16) throw new RangeError('the personalisation must have 16 bytes')
  if (!Number.isInteger(length) || length < 1 || length > MAX_LENGTH)
    throw new RangeError('the output must have 1 to 64 bytes')
  const start = personalState(personalisation, length)
  const digest = () => {
    const whole = hasher.digest('binary')
    // A copy, because a view would give the short array separate memory, which must be freed again.
    return length === MAX_LENGTH ? whole : whole.slice(0, length)
  }
  return {
    hash(...parts) {
      hasher.load(start)
      for (const part of parts) hasher.update(part)
      return digest()
    },
    prefix(...parts) {
      hasher.load(start)
      for (const part of parts) hasher.update(part)
      const state = hasher.save()
      return {
        hash(suffix) {
          hasher.load(state).update(suffix)
          return digest()
        },
      }
    },
  }
}

// Known answer, computed with another implementation: a new WebAssembly build with another state layout must fail here,
// instead of computing wrong signature hashes later.
const known = blake2bPersonal(new TextEncoder().encode('ZcashPrevoutHash'), 32)
const abc = new TextEncoder().encode('abc')
const answer = fromHex('8382ae6e7b437cb42fc0746376450b7730e3b4e4da7f1d40fbd71d26797f2377')
if (!equal(known.hash(abc), answer) || !equal(known.prefix(abc.subarray(0, 1)).hash(abc.subarray(1)), answer)) {
  throw new Error('BLAKE2b: the self-test failed')
}
