import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { sha256 } from '../../crypto/index.ts'
import type { Transaction } from '../../primitives/index.ts'
import { type ByteReader, ByteWriter } from '../../util/index.ts'
import { contractPayload, decodeWhole } from '../framework/opReturn.ts'
import { knownKey, writtenOver } from '../framework/rawKey.ts'
import { decodeTokenData, payloadOf } from '../tokens/codec.ts'

/** OP_RETURN data of channels (channels.md §1). Decoding never throws: anything malformed is undefined. */

export const PAYLOAD_CHANNELS = 0x14

const NOTHING = new Uint8Array(0)

export interface ChannelData {
  /** one character; only `O`, `P`, `C` and `R` mean something */
  readonly func: string
  /** internal byte order; zero in an opening */
  readonly openTxid: Uint8Array
  /** who pays; empty if it is no key by itself */
  readonly source: Uint8Array
  readonly destination: Uint8Array
  /** payments: of the channel (O), left (P), returned (C, R); int32 */
  readonly count: number
  /** satoshis of one payment, in P the number of payments that are made; int64 */
  readonly payment: bigint
  /** 32 bytes: end of the hash chain (O), secret (P), closing transaction (R) */
  readonly hash: Uint8Array
  /** internal byte order; undefined: coins */
  readonly tokenId: Uint8Array | undefined
}

/** As data hold it. */
export interface ChannelRead extends ChannelData {
  /** the bytes of both keys as they stand there, keys or not */
  readonly written: { readonly source: Uint8Array; readonly destination: Uint8Array }
}

export function decodeChannel(bytes: Uint8Array): ChannelRead | undefined {
  const token = decodeTokenData(bytes)
  const payload = token && payloadOf(token, PAYLOAD_CHANNELS)
  const blob = payload?.length ? payload : undefined
  const data = blob ?? bytes
  if (data.length <= 2 || data[0] !== EVAL_CODES.channels || data[1] === 0) return undefined
  const read = decodeWhole(data, readFields)
  const tokenId = token?.func === 't' && token.tokenId.some((byte) => byte !== 0) ? token.tokenId : undefined
  return read && { ...read, tokenId: blob && tokenId }
}

function readFields(reader: ByteReader): Omit<ChannelRead, 'tokenId'> {
  const func = String.fromCharCode(reader.bytes(2)[1]!)
  const openTxid = reader.bytes(32)
  const written = { source: reader.varBytes(), destination: reader.varBytes() }
  const [source, destination] = [written.source, written.destination].map((key) => knownKey(writtenOver(NOTHING, key)))
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

/** What the last output says, if that is of channels. */
export function channelDataOf(tx: Transaction): ChannelRead | undefined {
  const data = contractPayload(tx)
  return data && decodeChannel(data)
}

/** What hashing `rounds` times makes of a secret. */
export function hashRounds(secret: Uint8Array, rounds: number): Uint8Array {
  let hash = secret
  for (let i = 0; i < rounds; i++) hash = sha256(hash)
  return hash
}
