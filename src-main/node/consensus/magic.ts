import { crc32 } from 'node:zlib'
import { sha256 } from '../crypto/index.ts'
import { ByteWriter } from '../util/index.ts'
import type { ChainOptions } from './chainOptions.ts'

/** Network identity of a chain (chain-params.md §3). */
export interface ChainMagic {
  /** u32 */
  readonly magic: number
  /** first bytes of every message and stored block */
  readonly magicBytes: Uint8Array
  /** derived port, before -port is applied */
  readonly p2pPort: number
}

/** The base chain has fixed values (chain-params.md §3). */
const BASE_CHAIN: { readonly magic: number; readonly p2pPort: number } = { magic: 0x8de4eef9, p2pPort: 7770 }

/** Computes magic and port from the parsed options. Supports all options, including unsupported chains. */
export function computeMagic(options: ChainOptions): ChainMagic {
  if (options.name === 'KMD') return withBytes(BASE_CHAIN)
  const start = new ByteWriter()
  start.u64le(options.supply)
  start.bytes(Buffer.from(options.name, 'latin1'))
  const extra = chainExtra(options)
  const magic = crc32(start.finish(), chainSeed(extra)) >>> 0
  const p2pPort = extra.length === 0 ? 8000 + (magic % 7777) : 16_000 + (magic % 49_500)
  return withBytes({ magic, p2pPort })
}

/** Returns the CRC start value: 0 without extra values, otherwise the first four bytes of their SHA-256. */
export function chainSeed(extra: Uint8Array): number {
  if (extra.length === 0) return 0
  const digest = sha256(extra)
  return new DataView(digest.buffer, digest.byteOffset).getUint32(0, true)
}

function withBytes(identity: { readonly magic: number; readonly p2pPort: number }): ChainMagic {
  const magicBytes = new Uint8Array(4)
  new DataView(magicBytes.buffer).setUint32(0, identity.magic, true)
  return { ...identity, magicBytes }
}

/** Serialises the options besides supply and name that identify a chain. Empty if no such option is set. */
export function chainExtra(options: ChainOptions): Uint8Array {
  if (!hasExtra(options)) return new Uint8Array(0)
  const out = new ByteWriter()
  out.bytes(options.pubkey.length === 33 ? options.pubkey : new Uint8Array(33))
  writeEras(out, options)
  if (options.timeLock !== null) {
    out.u64le(options.timeLock.atLeast)
    out.u64le(options.timeLock.from)
    out.u64le(options.timeLock.to)
  }
  out.u64le(packedFlags(options))
  if (options.founders !== 0) {
    out.u8(1)
    if (options.founders > 1) out.i32le(options.founders)
    if (options.foundersReward !== 0n) out.u64le(options.foundersReward)
  }
  out.bytes(options.script)
  out.bytes(Buffer.from(options.importSource, 'latin1'))
  if (options.beam !== 0n) out.bytes(Buffer.from('b'))
  if (options.coda !== 0n) out.bytes(Buffer.from('c'))
  if (enabledCount(options) > 0) out.bytes(disabledBitmap(options))
  // A one-letter library name counts as an extra but is not hashed.
  if (options.ccLib.length > 1) out.bytes(Buffer.from(options.ccLib, 'latin1'))
  if (options.blockTime !== 60) out.i32le(options.blockTime)
  out.bytes(options.minerOpReturn)
  if (options.equihash !== null) {
    out.u64le(BigInt(options.equihash.n))
    out.u64le(BigInt(options.equihash.k))
  }
  if (options.snapshot !== 0) out.i32le(options.snapshot)
  if (options.earlyTxidContract !== 0) out.i32le(options.earlyTxidContract)
  if (options.coinbaseMaturity !== 0) out.i32le(options.coinbaseMaturity)
  if (options.adaptivePow !== 0) out.u8(options.adaptivePow & 0xff)
  return out.finish()
}

/**
 * -ac_cc, -ac_staked, -ac_supply and the name alone do not create the extra part, although it includes the first two.
 */
function hasExtra(o: ChainOptions): boolean {
  return (
    o.end[0] !== 0n ||
    o.reward[0] !== 0n ||
    o.halving[0] !== 0n ||
    o.decay[0] !== 0n ||
    o.notaryPay[0] !== 0n ||
    o.perc !== 0n ||
    o.publicOnly ||
    o.privateOnly ||
    o.txPow !== 0 ||
    o.founders !== 0 ||
    o.foundersReward !== 0n ||
    o.script.length > 0 ||
    o.importSource !== '' ||
    (o.pubkey[0] ?? 0) !== 0 ||
    o.timeLock !== null ||
    o.eras > 1 ||
    o.beam !== 0n ||
    o.coda !== 0n ||
    enabledCount(o) > 0 ||
    o.ccLib !== '' ||
    o.blockTime !== 60 ||
    o.minerOpReturn.length > 0 ||
    o.equihash !== null ||
    o.snapshot !== 0 ||
    o.earlyTxidContract !== 0 ||
    o.coinbaseMaturity !== 0 ||
    o.adaptivePow !== 0
  )
}

function writeEras(out: ByteWriter, options: ChainOptions): void {
  for (let era = 0; era < options.eras; era++) {
    out.u64le(options.end[era]!)
    out.u64le(options.reward[era]!)
    out.u64le(options.halving[era]!)
    out.u64le(options.decay[era]!)
    if (options.notaryPay[0] !== 0n) out.u64le(options.notaryPay[era]!)
  }
  if (options.eras > 1) out.u64le(BigInt(options.eras - 1))
}

function packedFlags(options: ChainOptions): bigint {
  return (
    options.perc |
    (BigInt(options.staked & 0xff) << 32n) |
    (BigInt(options.cc & 0xffff) << 40n) |
    (options.publicOnly ? 1n << 7n : 0n) |
    (options.privateOnly ? 1n << 6n : 0n) |
    BigInt(options.txPow)
  )
}

/** Counts the changes of value along the list, ignoring zeros. komodod reads this number of entries. */
function enabledCount(options: ChainOptions): number {
  let count = 0
  let previous = 0n
  for (const code of options.ccEnable) {
    if (code === 0n || code === previous) continue
    count++
    // komodod stores the previous code in one byte.
    previous = code & 0xffn
  }
  return count
}

/** Returns the eval codes enabled by -ac_ccenable, or undefined if it was not given and all are enabled. */
export function enabledEvalCodes(options: ChainOptions): ReadonlySet<number> | undefined {
  const count = enabledCount(options)
  if (count === 0) return undefined
  // If zeros or repetitions make the count exceed the typed entries, the list repeats its last number.
  const last = options.ccEnable.at(-1) ?? 0n
  return new Set(Array.from({ length: count }, (_, index) => Number((options.ccEnable[index] ?? last) & 0xffn)))
}

/** Returns 256 bits, set for disabled codes. Code 0 always counts as enabled. */
function disabledBitmap(options: ChainOptions): Uint8Array {
  const bitmap = new Uint8Array(32).fill(0xff)
  for (const code of [0, ...(enabledEvalCodes(options) ?? [])]) {
    bitmap[code >> 3] = (bitmap[code >> 3] ?? 0) & ~(1 << (code & 7))
  }
  return bitmap
}
