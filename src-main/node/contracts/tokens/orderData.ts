import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { type ByteReader, ByteWriter } from '../../util/index.ts'
import { decodeWhole } from '../framework/opReturn.ts'
import { findPayload, PAYLOAD_ASSETS, type TokenData } from './codec.ts'

/**
 * Function letter of the order data in a token transaction's payload 0x12 (tokens.md §1). `s` ask, `b` bid, `S` and `B`
 * their remainder after a fill, `x` and `o` cancelled ask and bid, `e` and `E` token swaps (disabled, but they still
 * decode).
 */
export type OrderFunc = 's' | 'b' | 'S' | 'B' | 'x' | 'o' | 'e' | 'E'

export interface OrderData {
  readonly func: OrderFunc
  /** int64. Asks: satoshis still wanted. Bids: tokens still wanted. 0 for cancels */
  readonly price: bigint
  /** key that placed the order, as in the data; empty for cancels */
  readonly owner: Uint8Array
  /** swaps only: the other token, internal byte order */
  readonly otherTokenId?: Uint8Array
}

export interface AssetData extends OrderData {
  /** internal byte order; 32 zero bytes if the transaction is a create */
  readonly tokenId: Uint8Array
}

const NO_TOKEN = new Uint8Array(32)

/** Decodes order data. Returns undefined for other or incomplete data. */
export function decodeOrder(blob: Uint8Array): OrderData | undefined {
  if (blob.length < 2 || blob[0] !== EVAL_CODES.assets) return undefined
  switch (String.fromCharCode(blob[1]!)) {
    case 'x':
      return blob.length === 2 ? { func: 'x', price: 0n, owner: new Uint8Array() } : undefined
    case 'o':
      return blob.length === 2 ? { func: 'o', price: 0n, owner: new Uint8Array() } : undefined
    case 's':
      return decodeWhole(blob, readPlaced('s'))
    case 'b':
      return decodeWhole(blob, readPlaced('b'))
    case 'S':
      return decodeWhole(blob, readPlaced('S'))
    case 'B':
      return decodeWhole(blob, readPlaced('B'))
    case 'e':
      return decodeWhole(blob, readSwap('e'))
    case 'E':
      return decodeWhole(blob, readSwap('E'))
    default:
      return undefined
  }
}

/** Returns the order data in decoded token data, or undefined if they contain no order. */
export function findOrderData(data: TokenData): AssetData | undefined {
  const blob = findPayload(data, PAYLOAD_ASSETS)
  const order = blob === undefined ? undefined : decodeOrder(blob)
  return order === undefined ? undefined : { ...order, tokenId: data.func === 't' ? data.tokenId : NO_TOKEN }
}

export function encodeOrder(order: OrderData): Uint8Array {
  const writer = new ByteWriter().u8(EVAL_CODES.assets).u8(order.func.charCodeAt(0))
  if (order.func === 'x' || order.func === 'o') return writer.finish()
  if (order.otherTokenId !== undefined) writer.bytes(order.otherTokenId.slice().reverse())
  return writer.i64le(order.price).varBytes(order.owner).finish()
}

function readPlaced(func: 's' | 'b' | 'S' | 'B'): (reader: ByteReader) => OrderData {
  return (reader) => {
    reader.bytes(2)
    return { func, price: reader.i64le(), owner: reader.varBytes() }
  }
}

function readSwap(func: 'e' | 'E'): (reader: ByteReader) => OrderData {
  return (reader) => {
    reader.bytes(2)
    const otherTokenId = reader.bytes(32).slice().reverse()
    return { func, price: reader.i64le(), owner: reader.varBytes(), otherTokenId }
  }
}
