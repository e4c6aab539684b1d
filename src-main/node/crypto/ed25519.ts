import { createPublicKey, hash, verify } from 'node:crypto'
import { createRequire } from 'node:module'
import { concat, equal, fromHex } from '../util/index.ts'

const loadModule = createRequire(import.meta.url)
/** Loaded on first use: loading takes as long as the rest of the start, and hardly any chain has such a key. */
const points = () => (loadModule('@noble/curves/ed25519.js') as typeof import('@noble/curves/ed25519.js')).ed25519.Point

const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
/** Cofactor of the curve. The order of a small-order point divides it. */
const COFACTOR = 8n

/** SubjectPublicKeyInfo of an Ed25519 key up to the 32 key bytes (RFC 8410 §4). */
const KEY_HEAD = fromHex('302a300506032b6570032100')

/**
 * Returns true if a 64-byte signature of the message is valid for a 32-byte key under the network's rules
 * (crypto-conditions.md §9.8). S may be any number below 2^253. The key may have small order and non-canonical bytes. R
 * is compared by its bytes and so must be canonical. No cofactor is applied.
 *
 * Node.js is trusted only if it accepts, which is the usual case and ten times as fast. Its rejections are checked
 * again, because its versions differ in which unusual keys and values of S they reject.
 */
export function verifyEd25519(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  if (((signature[63] as number) & 0xe0) !== 0) return false
  const s = littleEndian(signature.subarray(32)) % ORDER
  return (
    verifyWithNodeJs(concat(signature.subarray(0, 32), scalarBytes(s)), message, publicKey) ||
    matches(signature, s, message, publicKey)
  )
}

function verifyWithNodeJs(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(concat(KEY_HEAD, publicKey)), format: 'der', type: 'spki' })
    return verify(null, message, key, signature)
  } catch {
    // Node.js throws for a key that is not on the curve, or that it rejects for another reason.
    return false
  }
}

/** Checks R = S·B − h·A, compared by bytes. */
function matches(signature: Uint8Array, s: bigint, message: Uint8Array, publicKey: Uint8Array): boolean {
  const key = decodePoint(publicKey)
  if (!key) return false
  const r = signature.subarray(0, 32)
  const h = littleEndian(hash('sha512', concat(r, publicKey, message), 'buffer')) % ORDER
  const hA = key.isSmallOrder() ? key.multiplyUnsafe(h % COFACTOR) : key.multiplyUnsafe(h)
  const { ZERO, BASE } = points()
  const sB = s === 0n ? ZERO : BASE.multiply(s)
  return equal(sB.subtract(hA).toBytes(), r)
}

/**
 * Decodes a point. y is taken modulo the prime, and the sign of a zero x is ignored.
 * @returns undefined if the bytes encode no point
 */
function decodePoint(publicKey: Uint8Array) {
  try {
    return points().fromBytes(Uint8Array.from(publicKey), true)
  } catch {
    return undefined
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
}

function scalarBytes(value: bigint): Uint8Array {
  return fromHex(value.toString(16).padStart(64, '0')).reverse()
}
