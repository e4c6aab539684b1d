import { createHash, createHmac, hash } from 'node:crypto'
import { concat } from '../util/index.ts'
import { RepeatedHashes } from './repeatedHashes.ts'
import { wasmHash } from './wasmHash.ts'

// One-shot hashing is faster than a hash object at the sizes of transactions and headers. A string result with one
// character per byte takes a third of the time of a buffer, which has its own memory that must be freed again.
const ENCODING = 'binary'

function digest(algorithm: string, parts: readonly Uint8Array[]): Uint8Array {
  const text = hash(algorithm, parts.length === 1 ? (parts[0] as Uint8Array) : concat(...parts), ENCODING)
  return fill(new Uint8Array(text.length), text)
}

function fill(bytes: Uint8Array, text: string): Uint8Array {
  for (let at = 0; at < bytes.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** Returns the SHA-256 of the concatenated parts, 32 bytes. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  return digest('sha256', parts)
}

/** Input of the second hash of sha256d. */
const inner = new Uint8Array(32)

/**
 * Returns the SHA-256 of the SHA-256 of the concatenated parts, 32 bytes: the hash of transactions, blocks and
 * checksums.
 */
export function sha256d(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = parts.length === 1 ? (parts[0] as Uint8Array) : concat(...parts)
  return digest('sha256', [fill(inner, hash('sha256', whole, ENCODING))])
}

/** Returns the SHA-1 of the concatenated parts, 20 bytes; for OP_SHA1 only. */
export function sha1(...parts: readonly Uint8Array[]): Uint8Array {
  return digest('sha1', parts)
}

// A crypto library may be built without this old hash (Electron's differs from Node's). WebAssembly then computes it.
const nativeRipemd160 = (() => {
  try {
    createHash('ripemd160')
    return hash('ripemd160', new Uint8Array(0)) === '9c1185a5c5e9fc54612808977ee8f548b2258d31'
  } catch {
    return false
  }
})()
const wasmRipemd160 = nativeRipemd160 ? undefined : await createWasmRipemd160()

/** Returns the RIPEMD-160 of the concatenated parts, 20 bytes. */
export function ripemd160(...parts: readonly Uint8Array[]): Uint8Array {
  return wasmRipemd160 ? wasmRipemd160(...parts) : digest('ripemd160', parts)
}

/** Creates a RIPEMD-160 that does not use the native implementation. Exported for its test. */
export async function createWasmRipemd160(): Promise<(...parts: readonly Uint8Array[]) => Uint8Array> {
  const hasher = await wasmHash('ripemd160').createRIPEMD160()
  return (...parts) => {
    hasher.init()
    for (const part of parts) hasher.update(part)
    return hasher.digest('binary')
  }
}

const computeHash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))
const repeated = new RepeatedHashes(computeHash160)

/** Returns the RIPEMD-160 of the SHA-256, 20 bytes, as used in addresses. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return RepeatedHashes.fits(bytes) ? repeated.hash(bytes) : computeHash160(bytes)
}

/** Returns the HMAC-SHA-256 of the concatenated parts, 32 bytes. */
export function hmacSha256(key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(part)
  return new Uint8Array(mac.digest())
}
