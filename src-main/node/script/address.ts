import type { IndexedAddress } from '../core/index.ts'
import { decodeBase58Check, encodeBase58Check, secp256k1 } from '../crypto/index.ts'
import { concat } from '../util/index.ts'

// Prefixes are the same in main mode and on regtest (chain-params.md §6).
const PUBKEY_HASH_VERSION = 0x3c
const SCRIPT_HASH_VERSION = 0x55
const PRIVATE_KEY_VERSION = 0xbc

/** Decoded address. A crypto-condition address looks like that of a key. */
export interface Destination {
  readonly kind: 'pubkeyhash' | 'scripthash'
  /** 20 bytes */
  readonly hash: Uint8Array
}

export interface PrivateKey {
  /** 32 bytes */
  readonly privateKey: Uint8Array
  /** true if its public key is serialised in 33 bytes */
  readonly compressed: boolean
}

/**
 * Encodes the address of an index entry. Type 3 (crypto-condition) has the same version byte as type 1 (chain-params.md
 * §6).
 */
export function encodeAddress({ type, hash }: IndexedAddress): string {
  return encodeBase58Check(concat(Uint8Array.of(type === 2 ? SCRIPT_HASH_VERSION : PUBKEY_HASH_VERSION), hash))
}

/**
 * Decodes an address. White space around the text is ignored, as in the reference.
 * @returns undefined if the text is not an address of this chain
 */
export function decodeAddress(text: string): Destination | undefined {
  const payload = decodeBase58Check(trimmed(text))
  if (payload?.length !== 21) return undefined
  const hash = payload.slice(1)
  if (payload[0] === PUBKEY_HASH_VERSION) return { kind: 'pubkeyhash', hash }
  return payload[0] === SCRIPT_HASH_VERSION ? { kind: 'scripthash', hash } : undefined
}

/** Encodes a private key in wallet import format. */
export function encodeWif({ privateKey, compressed }: PrivateKey): string {
  const suffix = compressed ? Uint8Array.of(1) : new Uint8Array(0)
  return encodeBase58Check(concat(Uint8Array.of(PRIVATE_KEY_VERSION), privateKey, suffix))
}

/**
 * Decodes a private key in wallet import format.
 * @param version version byte of the text; that of this family if omitted
 * @returns undefined if the text has another format, or its number is not a valid key
 */
export function decodeWif(text: string, version = PRIVATE_KEY_VERSION): PrivateKey | undefined {
  const payload = decodeBase58Check(trimmed(text))
  if (payload?.[0] !== version) return undefined
  const compressed = payload.length === 34 && payload[33] === 1
  if (!compressed && payload.length !== 33) return undefined
  const privateKey = payload.slice(1, 33)
  return secp256k1.isPrivateKey(privateKey) ? { privateKey, compressed } : undefined
}

const BLANKS = ' \t\n\v\f\r'

/**
 * Removes the blanks around a text that C's `isspace` recognises. A regular expression for trailing blanks would take
 * quadratic time on a long row of blanks.
 */
export function trimmed(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && BLANKS.includes(text.charAt(start))) start++
  while (end > start && BLANKS.includes(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
