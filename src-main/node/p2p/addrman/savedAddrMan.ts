/** Encoding of the saved state: `CWAB`, version, key, count, entries, and the double SHA-256 of all preceding bytes. */
import { sha256d } from '../../crypto/index.ts'
import { ByteReader, ByteWriter, concat, DecodeError, equal } from '../../util/index.ts'
import type { AddrInfo } from './addrInfo.ts'

const MAGIC = new TextEncoder().encode('CWAB')
const VERSION = 1
const CHECKSUM_BYTES = 32
const KEY_BYTES = 32
/** size of an entry without buckets */
const MIN_ENTRY_BYTES = 72

export type SavedEntry = Omit<AddrInfo, 'key' | 'buckets'> & { readonly buckets: readonly number[] }

export interface SavedAddrMan {
  readonly key: Uint8Array
  readonly entries: readonly SavedEntry[]
}

export function encodeAddrMan(key: Uint8Array, entries: Iterable<AddrInfo>, count: number): Uint8Array {
  const writer = new ByteWriter(64 + 76 * count).bytes(MAGIC).u8(VERSION).bytes(key).u32le(count)
  for (const entry of entries) {
    writer.bytes(entry.ip).u16le(entry.port).u64le(entry.services).bytes(entry.source)
    writer.i64le(BigInt(entry.time)).i64le(BigInt(entry.lastTry)).i64le(BigInt(entry.lastSuccess))
    writer
      .u32le(entry.attempts)
      .u8(entry.tried ? 1 : 0)
      .u8(entry.buckets.length)
    for (const bucket of entry.buckets) writer.u16le(bucket)
  }
  const body = writer.finish()
  return concat(body, sha256d(body))
}

/** @throws DecodeError unless the bytes are a complete, undamaged address manager */
export function decodeAddrMan(bytes: Uint8Array): SavedAddrMan {
  if (bytes.length < CHECKSUM_BYTES) throw new DecodeError('too short for a list of peer addresses')
  const body = bytes.subarray(0, bytes.length - CHECKSUM_BYTES)
  if (!equal(sha256d(body), bytes.subarray(body.length))) throw new DecodeError('wrong checksum')
  const reader = new ByteReader(body)
  if (!equal(reader.bytes(MAGIC.length), MAGIC) || reader.u8() !== VERSION) throw new DecodeError('unknown format')
  const key = reader.bytes(KEY_BYTES).slice()
  const count = reader.u32le()
  if (count * MIN_ENTRY_BYTES > reader.remaining) throw new DecodeError('more entries announced than bytes left')
  const entries = Array.from({ length: count }, () => readEntry(reader))
  reader.end()
  return { key, entries }
}

function readEntry(reader: ByteReader): SavedEntry {
  // Copies the bytes, because a view would keep the whole file in memory while one entry exists.
  const address = { ip: reader.bytes(16).slice(), port: reader.u16le(), services: reader.u64le() }
  const source = reader.bytes(16).slice()
  const times = { time: time(reader), lastTry: time(reader), lastSuccess: time(reader) }
  const state = { attempts: reader.u32le(), tried: reader.u8() === 1 }
  const buckets = Array.from({ length: reader.u8() }, () => reader.u16le())
  return { ...address, source, ...times, ...state, buckets }
}

const time = (reader: ByteReader) => Number(reader.i64le())
