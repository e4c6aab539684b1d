import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { sha256 } from '../../crypto/index.ts'
import type { Transaction } from '../../primitives/index.ts'
import { type ByteReader, ByteWriter } from '../../util/index.ts'
import { contractPayload, decodeWhole } from '../framework/opReturn.ts'
import { knownKey, writtenOver } from '../framework/rawKey.ts'
import { decodeTokenData, findPayload } from '../tokens/codec.ts'

/**
 * Encodes and decodes the OP_RETURN data of channels (channels.md §1). Decoding never throws; it returns undefined for
 * malformed data.
 */

export const PAYLOAD_CHANNELS = 0x14

const EMPTY_BYTES = new Uint8Array(0)

export interface ChannelData {
  /** one character; only `O`, `P`, `C` and `R` are defined */
  readonly func: string
  /** internal byte order; all zero in an opening */
  readonly openTxid: Uint8Array
  /** payer's key; empty if the bytes are not a complete key */
  readonly source: Uint8Array
  readonly destination: Uint8Array
  /** number of payments: in the channel (O), left (P), returned (C, R); int32 */
  readonly count: number
  /** satoshis per payment; in P the number of payments made; int64 */
  readonly payment: bigint
  /** 32 bytes: end of the hash chain (O), secret (P), closing transaction (R) */
  readonly hash: Uint8Array
  /** token id in internal byte order; undefined for coins */
  readonly tokenId: Uint8Array | undefined
}

/** Channel data with the raw key bytes. */
export interface DecodedChannelData extends ChannelData {
  /** bytes of both key fields, valid keys or not */
  readonly written: { readonly source: Uint8Array; readonly destination: Uint8Array }
}

export function decodeChannel(bytes: Uint8Array): DecodedChannelData | undefined {
  const token = decodeTokenData(bytes)
  const payload = token && findPayload(token, PAYLOAD_CHANNELS)
  const blob = payload?.length ? payload : undefined
  const data = blob ?? bytes
  if (data.length <= 2 || data[0] !== EVAL_CODES.channels || data[1] === 0) return undefined
  const read = decodeWhole(data, readFields)
  const tokenId = token?.func === 't' && token.tokenId.some((byte) => byte !== 0) ? token.tokenId : undefined
  return read && { ...read, tokenId: blob && tokenId }
}

function readFields(reader: ByteReader): Omit<DecodedChannelData, 'tokenId'> {
  const func = String.fromCharCode(reader.bytes(2)[1]!)
  const openTxid = reader.bytes(32)
  const written = { source: reader.varBytes(), destination: reader.varBytes() }
  const [source, destination] = [written.source, written.destination].map((key) =>
    knownKey(writtenOver(EMPTY_BYTES, key)),
  )
  const count = reader.i32le()
  const payment = reader.i64le()
  const hash = reader.bytes(32)
  return { func, openTxid, source: source!, destination: destination!, written, count, payment, hash }
}

export function encodeChannel(data: Omit<ChannelData, 'tokenId'>): Uint8Array {
  const writer = new ByteWriter().u8(EVAL_CODES.channels).u8(data.func.charCodeAt(0)).bytes(data.openTxid)
  writer.varBytes(data.source).varBytes(data.destination)
  return writer.i32le(data.count).i64le(data.payment).bytes(data.hash).finish()
}

/** Returns the channel data in the last output, or undefined if it has no such data. */
export function findChannelData(tx: Transaction): DecodedChannelData | undefined {
  const data = contractPayload(tx)
  return data && decodeChannel(data)
}

/** Hashes a secret `rounds` times. */
export function hashRounds(secret: Uint8Array, rounds: number): Uint8Array {
  let hash = secret
  for (let i = 0; i < rounds; i++) hash = sha256(hash)
  return hash
}
