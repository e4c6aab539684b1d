import { createPrivateKey, createPublicKey, diffieHellman, type KeyObject } from 'node:crypto'
import { concat, fromHex } from '../util/index.ts'

/** PrivateKeyInfo of an X25519 key up to its 32 bytes (RFC 8410 §7). */
const PRIVATE_HEAD = fromHex('302e020100300506032b656e04220420')

const toPrivateKeyObject = (scalar: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.from(concat(PRIVATE_HEAD, scalar)), format: 'der', type: 'pkcs8' })

/** Computes the X25519 shared secret of two private keys (RFC 7748); 32 bytes each, clamped here. */
export function x25519Shared(own: Uint8Array, other: Uint8Array): Uint8Array {
  const publicKey = createPublicKey(toPrivateKeyObject(other))
  return new Uint8Array(diffieHellman({ privateKey: toPrivateKeyObject(own), publicKey }))
}
