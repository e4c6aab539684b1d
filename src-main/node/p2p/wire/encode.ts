import { serializeHeader } from '../../primitives/index.ts'
import { ByteWriter } from '../../util/index.ts'
import type {
  FilterLoadMessage,
  InvItem,
  Locator,
  MerkleBlockMessage,
  Message,
  RejectMessage,
  ServiceAddress,
  TimedAddress,
  VersionMessage,
  WireMessage,
} from './types.ts'

const EMPTY = new Uint8Array(0)
const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** Encodes a message without its frame (p2p.md §3). */
export function encodeMessage(message: Message): WireMessage {
  return { command: message.type, payload: encodePayload(message) }
}

function encodePayload(message: Message): Uint8Array {
  switch (message.type) {
    case 'version':
      return version(message)
    case 'addr':
      return addresses(message.addresses)
    case 'inv':
    case 'getdata':
    case 'notfound':
      return inventory(message.items)
    case 'getblocks':
    case 'getheaders':
      return locator(message)
    case 'headers':
      return headers(message.headers.map(serializeHeader))
    case 'block':
    case 'tx':
    case 'alert':
      return message.bytes
    case 'ping':
    case 'pong':
      return new ByteWriter(8).u64le(message.nonce).finish()
    case 'reject':
      return reject(message)
    case 'filterload':
      return filterLoad(message)
    case 'filteradd':
      return new ByteWriter().varBytes(message.data).finish()
    case 'merkleblock':
      return merkleBlock(message)
    case 'verack':
    case 'getaddr':
    case 'mempool':
    case 'filterclear':
      return EMPTY
  }
}

function writeAddress(writer: ByteWriter, { services, ip, port }: ServiceAddress): ByteWriter {
  return writer
    .u64le(services)
    .bytes(ip)
    .u8(port >> 8)
    .u8(port & 0xff)
}

/** Ends at the first missing field, because later fields would be ambiguous. */
function version(message: VersionMessage): Uint8Array {
  const { sender, nonce, userAgent, startHeight, relay } = message
  const writer = new ByteWriter().i32le(message.version).u64le(message.services).i64le(message.time)
  writeAddress(writer, message.receiver)
  if (sender === undefined || nonce === undefined) return writer.finish()
  writeAddress(writer, sender).u64le(nonce)
  if (userAgent === undefined) return writer.finish()
  writer.varBytes(latin1(userAgent))
  if (startHeight === undefined) return writer.finish()
  writer.i32le(startHeight)
  if (relay !== undefined) writer.u8(relay ? 1 : 0)
  return writer.finish()
}

function addresses(list: readonly TimedAddress[]): Uint8Array {
  const writer = new ByteWriter(3 + 30 * list.length).compactSize(list.length)
  for (const address of list) writeAddress(writer.u32le(address.time), address)
  return writer.finish()
}

function inventory(items: readonly InvItem[]): Uint8Array {
  const writer = new ByteWriter(3 + 36 * items.length).compactSize(items.length)
  for (const { type, hash } of items) writer.u32le(type).bytes(hash)
  return writer.finish()
}

function locator({ version: number, hashes, stop }: Locator): Uint8Array {
  const writer = new ByteWriter(64 + 32 * hashes.length).i32le(number).compactSize(hashes.length)
  for (const hash of hashes) writer.bytes(hash)
  return writer.bytes(stop).finish()
}

function headers(list: readonly Uint8Array[]): Uint8Array {
  const size = list.reduce((sum, bytes) => sum + bytes.length + 1, 3)
  const writer = new ByteWriter(size).compactSize(list.length)
  for (const bytes of list) writer.bytes(bytes).compactSize(0)
  return writer.finish()
}

function reject({ command, code, reason, hash }: RejectMessage): Uint8Array {
  const writer = new ByteWriter().varBytes(latin1(command)).u8(code).varBytes(latin1(reason))
  return (hash ? writer.bytes(hash) : writer).finish()
}

function filterLoad({ data, hashFunctions, tweak, flags }: FilterLoadMessage): Uint8Array {
  return new ByteWriter(data.length + 18).varBytes(data).u32le(hashFunctions).u32le(tweak).u8(flags).finish()
}

function merkleBlock({ header, txCount, hashes, flags }: MerkleBlockMessage): Uint8Array {
  const writer = new ByteWriter().bytes(serializeHeader(header)).u32le(txCount).compactSize(hashes.length)
  for (const hash of hashes) writer.bytes(hash)
  return writer.varBytes(flags).finish()
}
