import { readHeader } from '../../primitives/index.ts'
import { ByteReader, DecodeError, toLatin1 } from '../../util/index.ts'
import { LIMITS } from './protocol.ts'
import type {
  Incoming,
  InvItem,
  Locator,
  Message,
  OversizedMessage,
  RejectMessage,
  ServiceAddress,
  UnknownMessage,
  VersionMessage,
} from './types.ts'

const HASH_BYTES = 32
const INV_BYTES = 36
const TIMED_ADDRESS_BYTES = 30
const NONCE_BYTES = 8
/** Maximum number of locator hashes read. Honest locators have under a hundred, best first. */
const MAX_LOCATOR_HASHES = 2000
/** A version that an old client announced by mistake, and the version it meant. */
const MISTAKEN_VERSION = 10_300
const MEANT_VERSION = 300

type Decoder = (reader: ByteReader) => Incoming

/**
 * Decodes one message (p2p.md §3). Trailing bytes are ignored, like in komodod. Malformed payloads of informative
 * commands (`reject`, `pong`, `notfound`) are no errors; they become unknown messages.
 * @throws DecodeError, which is answered with `reject`
 */
export function decodeMessage(command: string, payload: Uint8Array): Incoming {
  const decode = Object.hasOwn(DECODERS, command) ? DECODERS[command] : undefined
  if (decode) return decode(new ByteReader(payload))
  const inform = Object.hasOwn(INFORMING, command) ? INFORMING[command] : undefined
  const unknown: UnknownMessage = { type: 'unknown', command }
  if (!inform) return unknown
  try {
    return inform(new ByteReader(payload))
  } catch (error) {
    if (error instanceof DecodeError) return unknown
    throw error
  }
}

const rest = (reader: ByteReader) => reader.bytes(reader.remaining)

function limitedText(reader: ByteReader, max: number): string {
  const length = reader.compactSize()
  if (length > max) throw new DecodeError('text too long')
  return toLatin1(reader.bytes(length))
}

function serviceAddress(reader: ByteReader): ServiceAddress {
  const services = reader.u64le()
  // Copied, because addresses are kept for long and a view would keep the whole message in memory.
  const ip = reader.bytes(16).slice()
  const port = reader.bytes(2)
  return { services, ip, port: (port[0] ?? 0) * 256 + (port[1] ?? 0) }
}

/** Reads the announced number of items, without allocating memory in advance. */
function list<T>(count: number, read: () => T): T[] {
  const items: T[] = []
  while (items.length < count) items.push(read())
  return items
}

function version(reader: ByteReader): VersionMessage {
  const announced = reader.i32le()
  const head = {
    type: 'version' as const,
    version: announced === MISTAKEN_VERSION ? MEANT_VERSION : announced,
    services: reader.u64le(),
    time: reader.i64le(),
    receiver: serviceAddress(reader),
  }
  const sender = reader.remaining > 0 ? serviceAddress(reader) : undefined
  const nonce = sender && reader.u64le()
  const userAgent = reader.remaining > 0 ? limitedText(reader, LIMITS.userAgent) : undefined
  const startHeight = reader.remaining > 0 ? reader.i32le() : undefined
  const relay = reader.remaining > 0 ? reader.u8() !== 0 : undefined
  return { ...head, sender, nonce, userAgent, startHeight, relay }
}

function oversized(command: OversizedMessage['command'], count: number): OversizedMessage {
  return { type: 'oversized', command, count }
}

function addr(reader: ByteReader): Message | OversizedMessage {
  const count = reader.count(TIMED_ADDRESS_BYTES)
  if (count > LIMITS.addr) return oversized('addr', count)
  return { type: 'addr', addresses: list(count, () => ({ time: reader.u32le(), ...serviceAddress(reader) })) }
}

function inventory(reader: ByteReader, count: number): InvItem[] {
  return list(count, () => ({ type: reader.u32le(), hash: reader.bytes(HASH_BYTES) }))
}

const invLike =
  (type: 'inv' | 'getdata'): Decoder =>
  (reader) => {
    const count = reader.count(INV_BYTES)
    return count > LIMITS.inv ? oversized(type, count) : { type, items: inventory(reader, count) }
  }

function locator(reader: ByteReader): Locator {
  const number = reader.i32le()
  const count = reader.count(HASH_BYTES)
  const hashes = list(Math.min(count, MAX_LOCATOR_HASHES), () => reader.bytes(HASH_BYTES))
  reader.bytes((count - hashes.length) * HASH_BYTES)
  return { version: number, hashes, stop: reader.bytes(HASH_BYTES) }
}

/** The limit is checked first. The number of transactions after a header is ignored. */
function headers(reader: ByteReader): Message | OversizedMessage {
  const count = reader.compactSize()
  if (count > LIMITS.headers) return oversized('headers', count)
  const read = () => {
    const header = readHeader(reader)
    reader.compactSize()
    return header
  }
  return { type: 'headers', headers: list(count, read) }
}

function merkleBlock(reader: ByteReader): Message {
  const header = readHeader(reader)
  const txCount = reader.u32le()
  const hashes = list(reader.count(HASH_BYTES), () => reader.bytes(HASH_BYTES))
  return { type: 'merkleblock', header, txCount, hashes, flags: reader.varBytes() }
}

function reject(reader: ByteReader): RejectMessage {
  const command = limitedText(reader, 12)
  const code = reader.u8()
  const reason = limitedText(reader, LIMITS.rejectReason)
  const hash = reader.remaining >= HASH_BYTES ? reader.bytes(HASH_BYTES) : undefined
  return { type: 'reject', command, code, reason, hash }
}

const DECODERS: Readonly<Record<string, Decoder>> = {
  version,
  verack: () => ({ type: 'verack' }),
  addr,
  getaddr: () => ({ type: 'getaddr' }),
  inv: invLike('inv'),
  getdata: invLike('getdata'),
  getblocks: (reader) => ({ type: 'getblocks', ...locator(reader) }),
  getheaders: (reader) => ({ type: 'getheaders', ...locator(reader) }),
  headers,
  block: (reader) => ({ type: 'block', bytes: rest(reader) }),
  tx: (reader) => ({ type: 'tx', bytes: rest(reader) }),
  mempool: () => ({ type: 'mempool' }),
  ping: (reader) => ({ type: 'ping', nonce: reader.u64le() }),
  alert: (reader) => ({ type: 'alert', bytes: rest(reader) }),
  filterload: (reader) => ({
    type: 'filterload',
    data: reader.varBytes(),
    hashFunctions: reader.u32le(),
    tweak: reader.u32le(),
    flags: reader.u8(),
  }),
  filteradd: (reader) => ({ type: 'filteradd', data: reader.varBytes() }),
  filterclear: () => ({ type: 'filterclear' }),
  merkleblock: merkleBlock,
}

const INFORMING: Readonly<Record<string, Decoder>> = {
  reject,
  pong: (reader) => {
    if (reader.remaining < NONCE_BYTES) throw new DecodeError('missing nonce')
    return { type: 'pong', nonce: reader.u64le() }
  },
  notfound: (reader) => {
    const count = reader.count(INV_BYTES)
    if (count > LIMITS.inv) throw new DecodeError('too many items')
    return { type: 'notfound', items: inventory(reader, count) }
  },
}
