import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { Transaction } from '../../primitives/index.ts'
import { ByteReader, DecodeError } from '../../util/index.ts'
import { contractPayload, decodeWhole } from '../framework/opReturn.ts'
import { type RawKey, readRawKey } from '../framework/rawKey.ts'
import { findPayload, PAYLOAD_GATEWAYS } from '../tokens/codec.ts'
import { findTokenData } from '../tokens/reader.ts'

/**
 * Decodes the OP_RETURN data of gateway transactions (gateways.md §2). Bindings, claims and withdrawals move tokens, so
 * their data are in a token transfer's payload; without a payload the complete data are decoded. Decoders check only
 * the letter: the eval code before it may differ.
 */

const letter = (text: string): number => text.charCodeAt(0)
export const GATEWAY_FUNC = {
  bind: letter('B'),
  deposit: letter('D'),
  claim: letter('C'),
  withdraw: letter('W'),
  partialSign: letter('P'),
  complete: letter('S'),
  markDone: letter('M'),
} as const
export type GatewayFunc = (typeof GATEWAY_FUNC)[keyof typeof GATEWAY_FUNC]
const FUNCS: readonly number[] = Object.values(GATEWAY_FUNC)

const NO_TOKEN = new Uint8Array(32)
const NO_NAME = new Uint8Array(0)

/** Ids are in internal byte order; texts are bytes. */
export interface GatewayBind {
  readonly tokenId: Uint8Array
  readonly coin: Uint8Array
  /** int64 */
  readonly totalSupply: bigint
  readonly oracle: Uint8Array
  /** required signatures, and number of signers */
  readonly m: number
  readonly n: number
  readonly keys: readonly RawKey[]
  readonly taddr: number
  readonly prefix: number
  readonly prefix2: number
  readonly wifType: number
}

export interface GatewayDeposit {
  readonly coin: Uint8Array
  readonly bind: Uint8Array
  readonly publishers: readonly RawKey[]
  readonly height: number
  readonly coinTxid: Uint8Array
  readonly claimVout: number
  readonly depositHex: Uint8Array
  readonly proof: Uint8Array
  readonly destination: RawKey
  readonly amount: bigint
}

export interface GatewayClaim {
  readonly tokenId: Uint8Array
  readonly bind: Uint8Array
  readonly coin: Uint8Array
  readonly deposit: Uint8Array
  readonly destination: RawKey
  readonly amount: bigint
}

export interface GatewayWithdraw {
  readonly tokenId: Uint8Array
  readonly bind: Uint8Array
  readonly coin: Uint8Array
  readonly destination: RawKey
  readonly amount: bigint
}

export interface GatewaySigning {
  readonly withdraw: Uint8Array
  readonly coin: Uint8Array
  /** number of signatures so far */
  readonly signatures: number
  /** hex of the other chain's transaction, as text */
  readonly hex: Uint8Array
}

export interface GatewayMarkDone {
  readonly withdraw: Uint8Array
  readonly coin: Uint8Array
  readonly complete: Uint8Array
}

interface Payload {
  readonly tokenId: Uint8Array
  readonly data: Uint8Array
}

/** Returns the gateway payload of a token transaction, or else the complete data. */
function payloadIn(tx: Transaction): Payload | undefined {
  const token = findTokenData(tx)
  const tokenId = token?.func === 't' ? token.tokenId : NO_TOKEN
  const blob = token && findPayload(token, PAYLOAD_GATEWAYS)
  if (blob !== undefined && blob.length > 0) return { tokenId, data: blob }
  const data = contractPayload(tx)
  return data && { tokenId, data }
}

/** Returns the gateway function of a transaction, or undefined if it has no gateway data. */
export function findGatewayFunc(tx: Transaction): GatewayFunc | undefined {
  const data = payloadIn(tx)?.data
  if (data === undefined || data.length <= 2 || data[0] !== EVAL_CODES.gateways) return undefined
  return FUNCS.includes(data[1]!) ? (data[1] as GatewayFunc) : undefined
}

function decode<T>(
  data: Uint8Array | undefined,
  func: number | undefined,
  read: (reader: ByteReader) => T,
): T | undefined {
  if (data === undefined || data.length <= 2 || (func !== undefined && data[1] !== func)) return undefined
  return decodeWhole(data, (reader) => {
    reader.bytes(2)
    return read(reader)
  })
}

const readKeys = (reader: ByteReader): RawKey[] => Array.from({ length: reader.count(1) }, () => readRawKey(reader))

/** @param anyLetter decodes as the reference's list of gateways does, without checking letter and address */
export function decodeBind(tx: Transaction, anyLetter = false): GatewayBind | undefined {
  const payload = payloadIn(tx)
  const bind = decode(payload?.data, anyLetter ? undefined : GATEWAY_FUNC.bind, (reader) => ({
    tokenId: payload!.tokenId,
    coin: reader.varBytes(),
    totalSupply: reader.i64le(),
    oracle: reader.bytes(32),
    m: reader.u8(),
    n: reader.u8(),
    keys: readKeys(reader),
    taddr: reader.u8(),
    prefix: reader.u8(),
    prefix2: reader.u8(),
    wifType: reader.u8(),
  }))
  if (bind === undefined || anyLetter) return payload?.data[1] === 0 ? undefined : bind
  return hasAddress(bind) ? bind : undefined
}

/** Maximum number of keys and signatures in a multisig script. */
const MAX_IN_SCRIPT = 16

/**
 * Returns true if the signers' address can be derived. If the key of a single signer is missing, the reference reads
 * out of bounds; it fails on a script of more than 16 keys.
 */
function hasAddress({ m, n, keys }: GatewayBind): boolean {
  return n <= 1 ? keys.length > 0 : m <= MAX_IN_SCRIPT && keys.length <= MAX_IN_SCRIPT
}

/**
 * Returns the coin in the position of a binding's coin, even if the data are not a binding's: error messages show it.
 */
export function namedCoin(tx: Transaction): Uint8Array {
  const data = payloadIn(tx)?.data
  try {
    return data === undefined || data.length <= 2 ? NO_NAME : new ByteReader(data, 2).varBytes()
  } catch (error) {
    if (error instanceof DecodeError) return NO_NAME
    throw error
  }
}

export function decodeDeposit(tx: Transaction): GatewayDeposit | undefined {
  return decode(contractPayload(tx), GATEWAY_FUNC.deposit, (reader) => {
    const coin = reader.varBytes()
    const bind = reader.bytes(32)
    const publishers = readKeys(reader)
    reader.bytes(reader.count(32) * 32)
    return {
      ...{ coin, bind, publishers, height: reader.i32le(), coinTxid: reader.bytes(32), claimVout: reader.i32le() },
      ...{ depositHex: reader.varBytes(), proof: reader.varBytes(), destination: readRawKey(reader) },
      amount: reader.i64le(),
    }
  })
}

export function decodeGatewayClaim(tx: Transaction): GatewayClaim | undefined {
  const payload = payloadIn(tx)
  return decode(payload?.data, GATEWAY_FUNC.claim, (reader) => ({
    ...{ tokenId: payload!.tokenId, bind: reader.bytes(32), coin: reader.varBytes(), deposit: reader.bytes(32) },
    ...{ destination: readRawKey(reader), amount: reader.i64le() },
  }))
}

export function decodeWithdraw(tx: Transaction): GatewayWithdraw | undefined {
  const payload = payloadIn(tx)
  return decode(payload?.data, GATEWAY_FUNC.withdraw, (reader) => ({
    ...{ tokenId: payload!.tokenId, bind: reader.bytes(32), coin: reader.varBytes() },
    ...{ destination: readRawKey(reader), amount: reader.i64le() },
  }))
}

export function decodePartialSign(tx: Transaction): GatewaySigning | undefined {
  return decode(contractPayload(tx), GATEWAY_FUNC.partialSign, (reader) => {
    const head = { withdraw: reader.bytes(32), coin: reader.varBytes(), signatures: reader.u8() }
    readRawKey(reader)
    return { ...head, hex: reader.varBytes() }
  })
}

export function decodeComplete(tx: Transaction): GatewaySigning | undefined {
  return decode(contractPayload(tx), GATEWAY_FUNC.complete, (reader) => ({
    ...{ withdraw: reader.bytes(32), coin: reader.varBytes(), signatures: reader.u8(), hex: reader.varBytes() },
  }))
}

export function decodeMarkDone(tx: Transaction): GatewayMarkDone | undefined {
  return decode(contractPayload(tx), GATEWAY_FUNC.markDone, (reader) => ({
    ...{ withdraw: reader.bytes(32), coin: reader.varBytes(), complete: reader.bytes(32) },
  }))
}
