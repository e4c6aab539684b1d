import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { type ByteReader, ByteWriter } from '../../util/index.ts'
import { announcedKeyLength, decodeWhole } from '../framework/opReturn.ts'

/**
 * Encodes and decodes the OP_RETURN data of token transactions (tokens.md §1). Decoding never throws; it returns
 * undefined for malformed data. Encoded data decode to the same value, except that the format omits a payload with id
 * 0.
 */

/** Payload ids: an id identifies the reader of a payload. Contracts that lock outputs have ids below 0x80. */
export const PAYLOAD_NFT = 0x11
export const PAYLOAD_ASSETS = 0x12
export const PAYLOAD_GATEWAYS = 0x13
export const PAYLOAD_GAME = 0x16
export const FIRST_FREE_PAYLOAD = 0x80

const CREATE = 0x63
const TRANSFER = 0x74
/** Size of the key buffer in bytes. */
const ROOM = 65

export interface TokenPayload {
  /** u8 */
  readonly id: number
  readonly blob: Uint8Array
}

export interface TokenCreateData {
  readonly func: 'c'
  /** bytes as in the data; not necessarily a key */
  readonly owner: Uint8Array
  /** bytes in any encoding */
  readonly name: Uint8Array
  readonly description: Uint8Array
  readonly payloads: readonly TokenPayload[]
}

export interface TokenTransferData {
  readonly func: 't'
  /** internal byte order (display order in the data) */
  readonly tokenId: Uint8Array
  /**
   * at most two, truncated to the length indicated by their first byte; keys shorter than in a condition are omitted
   */
  readonly pubkeys: readonly Uint8Array[]
  readonly payloads: readonly TokenPayload[]
}

export type TokenData = TokenCreateData | TokenTransferData

/** Decodes the token data in an OP_RETURN payload. Returns undefined for other data. */
export function decodeTokenData(data: Uint8Array): TokenData | undefined {
  if (data.length <= 2 || data[0] !== EVAL_CODES.tokens) return undefined
  if (data[1] === CREATE) return decodeWhole(data, readCreate)
  if (data[1] !== TRANSFER) return undefined
  // Try the old form first: if data parse as both, the older software meant the old form.
  return decodeWhole(data, readOldTransfer) ?? decodeWhole(data, readTransfer)
}

export function encodeTokenCreate(data: Omit<TokenCreateData, 'func'>): Uint8Array {
  const writer = new ByteWriter().u8(EVAL_CODES.tokens).u8(CREATE)
  writer.varBytes(data.owner).varBytes(data.name).varBytes(data.description)
  return writePayloads(writer, data.payloads).finish()
}

/** @throws RangeError for more than two keys. */
export function encodeTokenTransfer(data: Omit<TokenTransferData, 'func'>): Uint8Array {
  if (data.pubkeys.length > 2) throw new RangeError('a token transfer names at most two keys')
  const writer = new ByteWriter().u8(EVAL_CODES.tokens).u8(TRANSFER)
  writer.bytes(data.tokenId.slice().reverse()).u8(data.pubkeys.length)
  for (const pubkey of data.pubkeys) writer.varBytes(pubkey)
  return writePayloads(writer, data.payloads).finish()
}

/** Returns the first payload with this id. */
export function findPayload(data: TokenData, id: number): Uint8Array | undefined {
  return data.payloads.find((payload) => payload.id === id)?.blob
}

/** Returns the NFT data of a create transaction. Returns undefined for a fungible token, also if the blob is empty. */
export function findNftData(data: TokenCreateData): Uint8Array | undefined {
  const blob = findPayload(data, PAYLOAD_NFT)
  return blob === undefined || blob.length === 0 ? undefined : blob
}

function readCreate(reader: ByteReader): TokenCreateData {
  reader.bytes(2)
  const owner = reader.varBytes()
  const name = reader.varBytes()
  const description = reader.varBytes()
  return { func: 'c', owner, name, description, payloads: readPayloads(reader) }
}

/** Number of bytes of a key in a condition. */
const CONDITION_KEY = 33

/** Truncates a key to the length indicated by its first byte, as the reference's key buffer of 65 bytes does. */
function heldKey(written: Uint8Array): Uint8Array {
  return written.length > ROOM ? written.subarray(0, 0) : written.subarray(0, announcedKeyLength(written[0]))
}

interface TransferHead {
  readonly tokenId: Uint8Array
  readonly pubkeys: Uint8Array[]
  /** false if there are more than two keys */
  readonly valid: boolean
}

function readTransferHead(reader: ByteReader): TransferHead {
  reader.bytes(2)
  const tokenId = reader.bytes(32).slice().reverse()
  const count = reader.u8()
  const pubkeys: Uint8Array[] = []
  for (let i = 0; i < Math.min(count, 2); i++) {
    const key = heldKey(reader.varBytes())
    if (key.length >= CONDITION_KEY) pubkeys.push(key)
  }
  return { tokenId, pubkeys, valid: count <= 2 }
}

function readTransfer(reader: ByteReader): TokenTransferData | undefined {
  const { tokenId, pubkeys, valid } = readTransferHead(reader)
  const payloads = readPayloads(reader)
  return valid ? { func: 't', tokenId, pubkeys, payloads } : undefined
}

/**
 * Decodes the format from before payloads had ids: a single byte string after the keys, identified by its first bytes.
 */
function readOldTransfer(reader: ByteReader): TokenTransferData | undefined {
  const { tokenId, pubkeys, valid } = readTransferHead(reader)
  if (!valid || reader.remaining === 0) return undefined
  const blob = reader.varBytes()
  const id = oldPayloadId(blob)
  return id === undefined ? undefined : { func: 't', tokenId, pubkeys, payloads: [{ id, blob }] }
}

const OLD_ASSETS_FUNCS = 'sbSBxo'
const OLD_GAME_FUNCS = 'RHQKG'

function oldPayloadId(blob: Uint8Array): number | undefined {
  if (blob.length < 2) return undefined
  const func = String.fromCharCode(blob[1]!)
  if (blob[0] === 0xe3 && OLD_ASSETS_FUNCS.includes(func)) return PAYLOAD_ASSETS
  return blob[0] === 0x11 && OLD_GAME_FUNCS.includes(func) ? PAYLOAD_GAME : undefined
}

function readPayloads(reader: ByteReader): TokenPayload[] {
  const payloads: TokenPayload[] = []
  while (reader.remaining > 0) {
    const id = reader.u8()
    // An id at the end without a blob is accepted and dropped.
    if (reader.remaining > 0) payloads.push({ id, blob: reader.varBytes() })
  }
  return payloads
}

function writePayloads(writer: ByteWriter, payloads: readonly TokenPayload[]): ByteWriter {
  for (const { id, blob } of payloads) if (id !== 0) writer.u8(id).varBytes(blob)
  return writer
}
