import { byteHash } from '../../../util/byteHash.ts'
import { concat, equal } from '../../../util/index.ts'
import { WalletDatError } from './walletDatError.ts'
import { walletDatText } from './walletDatText.ts'

/** Maximum number of keys (wallet-dat.md §6). */
const MAX_KEYS = 1_000_000
const ROWS_PER_CHUNK = 1024
const MAX_PUBKEY_BYTES = 65
export const SECRET_BYTES = 32
/** Length of an encrypted secret. */
export const CIPHERTEXT_BYTES = 48
/** Bytes of a public key in a row. The rest of an uncompressed one is stored apart, because few are. */
const PUBKEY_BYTES = 33
const ROW_BYTES = PUBKEY_BYTES + CIPHERTEXT_BYTES
const INITIAL_BUCKETS = 64
/** A time that the table cannot hold counts as unknown. */
const MAX_TIME = 0xffffffff

const FLAG = { secret: 1, ciphertext: 2, meta: 4, pool: 8 } as const

interface Chunk {
  readonly bytes: Uint8Array
  readonly flags: Uint8Array
  readonly created: Uint32Array
  readonly pooled: Uint32Array
}

/**
 * Table of public keys with their secrets and times, in shared arrays: a million keys take about 100 MB. A row exists
 * for each public key that any record names; `isKey` is true for rows with a plain or encrypted secret.
 */
export class KeyTable {
  #chunks: Chunk[] = []
  /** bytes of uncompressed public keys from PUBKEY_BYTES on, by row */
  readonly #rests = new Map<number, Uint8Array>()
  #rows = 0
  #keys = 0
  /** row plus one in open addressing; a power of two, at most half full */
  #buckets = new Int32Array(INITIAL_BUCKETS)

  /** Number of rows, including those without a key. */
  get rows(): number {
    return this.#rows
  }

  /** Number of rows with a secret or an encrypted one. */
  get keys(): number {
    return this.#keys
  }

  /** Returns the row of a public key of 33 or 65 bytes, or −1. */
  find(pubkey: Uint8Array): number {
    return this.#buckets[this.#findBucket(pubkey)]! - 1
  }

  /** Returns the row of a public key, which is added if it is new. @throws WalletDatError `too-large` */
  add(pubkey: Uint8Array): number {
    const found = this.find(pubkey)
    if (found >= 0) return found
    if (this.#rows >= 2 * MAX_KEYS) throw tooManyKeys()
    if (2 * (this.#rows + 1) > this.#buckets.length) this.#grow()
    const row = this.#rows++
    if (row % ROWS_PER_CHUNK === 0) this.#chunks.push(newChunk())
    this.#chunk(row).bytes.set(pubkey.subarray(0, PUBKEY_BYTES), (row % ROWS_PER_CHUNK) * ROW_BYTES)
    if (pubkey.length > PUBKEY_BYTES) this.#rests.set(row, pubkey.slice(PUBKEY_BYTES))
    this.#buckets[this.#findBucket(pubkey)] = row + 1
    return row
  }

  /** Returns the public key, a view if it is compressed. */
  pubkey(row: number): Uint8Array {
    const start = (row % ROWS_PER_CHUNK) * ROW_BYTES
    const stored = this.#chunk(row).bytes.subarray(start, start + PUBKEY_BYTES)
    const rest = this.#rests.get(row)
    return rest === undefined ? stored : concat(stored, rest)
  }

  isKey(row: number): boolean {
    return this.#has(row, FLAG.secret | FLAG.ciphertext)
  }

  /** True if the secret is known. */
  hasSecret(row: number): boolean {
    return this.#has(row, FLAG.secret)
  }

  /** True if only the encrypted secret is known. */
  isLocked(row: number): boolean {
    return this.#has(row, FLAG.ciphertext) && !this.#has(row, FLAG.secret)
  }

  /** Returns the secret as a view, or null if there is only an encrypted one or none. */
  secret(row: number): Uint8Array | null {
    return this.hasSecret(row) ? this.#secretBytes(row, SECRET_BYTES) : null
  }

  /** Returns the encrypted secret as a view, or undefined if the row is not locked. */
  ciphertext(row: number): Uint8Array | undefined {
    return this.isLocked(row) ? this.#secretBytes(row, CIPHERTEXT_BYTES) : undefined
  }

  /** Stores a secret, which replaces an encrypted one. @throws WalletDatError `too-large` */
  setSecret(row: number, secret: Uint8Array): void {
    this.#countKey(row)
    this.#secretBytes(row, CIPHERTEXT_BYTES).fill(0)
    this.#secretBytes(row, SECRET_BYTES).set(secret)
    this.#set(row, FLAG.secret)
  }

  /** Stores an encrypted secret, unless the secret is known. @throws WalletDatError `too-large` */
  setCiphertext(row: number, ciphertext: Uint8Array): void {
    this.#countKey(row)
    if (!this.#has(row, FLAG.secret)) this.#secretBytes(row, CIPHERTEXT_BYTES).set(ciphertext)
    this.#set(row, FLAG.ciphertext)
  }

  /** True if a `keymeta` record names the public key. */
  hasMeta(row: number): boolean {
    return this.#has(row, FLAG.meta)
  }

  setMeta(row: number, created: bigint): void {
    this.#set(row, FLAG.meta)
    if (created !== 0n) this.#chunk(row).created[row % ROWS_PER_CHUNK] = toTime(created)
  }

  /** True if a `pool` record names the public key. */
  isPooled(row: number): boolean {
    return this.#has(row, FLAG.pool)
  }

  setPooled(row: number, time: bigint): void {
    this.#set(row, FLAG.pool)
    this.#chunk(row).pooled[row % ROWS_PER_CHUNK] = toTime(time)
  }

  /** Returns the creation time in Unix seconds, that of the pool if the key has none; 0 if unknown. */
  created(row: number): number {
    const { created, pooled } = this.#chunk(row)
    return created[row % ROWS_PER_CHUNK]! || pooled[row % ROWS_PER_CHUNK]!
  }

  /** Overwrites all secrets with zeros. Keys remain without their secrets. */
  wipe(): void {
    for (let row = 0; row < this.#rows; row++) {
      this.#secretBytes(row, CIPHERTEXT_BYTES).fill(0)
      this.#chunk(row).flags[row % ROWS_PER_CHUNK]! &= ~FLAG.secret
    }
  }

  #countKey(row: number): void {
    if (this.isKey(row)) return
    if (this.#keys >= MAX_KEYS) throw tooManyKeys()
    this.#keys++
  }

  #secretBytes(row: number, length: number): Uint8Array {
    const start = (row % ROWS_PER_CHUNK) * ROW_BYTES + PUBKEY_BYTES
    return this.#chunk(row).bytes.subarray(start, start + length)
  }

  #chunk(row: number): Chunk {
    return this.#chunks[Math.floor(row / ROWS_PER_CHUNK)]!
  }

  #has(row: number, flags: number): boolean {
    return (this.#chunk(row).flags[row % ROWS_PER_CHUNK]! & flags) !== 0
  }

  #set(row: number, flag: number): void {
    this.#chunk(row).flags[row % ROWS_PER_CHUNK]! |= flag
  }

  /** Finds the bucket of a public key, or the empty one where it belongs. */
  #findBucket(pubkey: Uint8Array): number {
    const mask = this.#buckets.length - 1
    for (let bucket = byteHash(pubkey) & mask; ; bucket = (bucket + 1) & mask) {
      const row = this.#buckets[bucket]! - 1
      if (row < 0 || this.#isPubkey(row, pubkey)) return bucket
    }
  }

  // Compares in place: views would be garbage of a hundred bytes per lookup.
  #isPubkey(row: number, pubkey: Uint8Array): boolean {
    const { bytes } = this.#chunk(row)
    const start = (row % ROWS_PER_CHUNK) * ROW_BYTES
    for (let i = 0; i < PUBKEY_BYTES; i++) if (bytes[start + i] !== pubkey[i]) return false
    const rest = this.#rests.get(row)
    return rest === undefined ? pubkey.length === PUBKEY_BYTES : equal(rest, pubkey.subarray(PUBKEY_BYTES))
  }

  #grow(): void {
    this.#buckets = new Int32Array(2 * this.#buckets.length)
    for (let row = 0; row < this.#rows; row++) this.#buckets[this.#findBucket(this.pubkey(row))] = row + 1
  }
}

/** Returns the length that the first byte of a public key states, or 0 if the byte is invalid. */
export function pubkeyLength(first: number | undefined): number {
  if (first === 2 || first === 3) return 33
  return first === 4 || first === 6 || first === 7 ? MAX_PUBKEY_BYTES : 0
}

function newChunk(): Chunk {
  return {
    bytes: new Uint8Array(ROWS_PER_CHUNK * ROW_BYTES),
    flags: new Uint8Array(ROWS_PER_CHUNK),
    created: new Uint32Array(ROWS_PER_CHUNK),
    pooled: new Uint32Array(ROWS_PER_CHUNK),
  }
}

function toTime(seconds: bigint): number {
  return seconds > 0n && seconds <= MAX_TIME ? Number(seconds) : 0
}

function tooManyKeys(): WalletDatError {
  return new WalletDatError('too-large', walletDatText('manyKeys', { count: MAX_KEYS }))
}
