import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { ByteReader, ByteWriter, DecodeError } from '../../util/index.ts'
import { decodeWhole } from '../framework/opReturn.ts'
import { emptyRawKey, type RawKey, readKeyOver, readRawKey } from '../framework/rawKey.ts'

/** Encodes and decodes the OP_RETURN data of oracle transactions (oracles.md §2). Ids are in internal byte order. */

const letter = (text: string): number => text.charCodeAt(0)
export const ORACLE_FUNC = {
  create: letter('C'),
  fund: letter('F'),
  register: letter('R'),
  subscribe: letter('S'),
  data: letter('D'),
} as const

const TERMS: readonly number[] = [ORACLE_FUNC.fund, ORACLE_FUNC.register, ORACLE_FUNC.subscribe]

export interface OracleCreate {
  /** bytes in any encoding */
  readonly name: Uint8Array
  readonly format: Uint8Array
  readonly description: Uint8Array
}

export interface OracleData {
  readonly oracle: Uint8Array
  readonly baton: Uint8Array
  readonly publisher: RawKey
  readonly data: Uint8Array
}

/** Terms of funds, registrations and subscriptions: an oracle, a key, and satoshis. */
export interface OracleTerms {
  oracle: Uint8Array
  readonly key: RawKey
  amount: bigint
}

export const emptyTerms = (): OracleTerms => ({ oracle: new Uint8Array(32), key: emptyRawKey(), amount: 0n })

const isOracles = (data: Uint8Array): boolean => data.length > 2 && data[0] === EVAL_CODES.oracles

export function decodeOracleCreate(data: Uint8Array | undefined): OracleCreate | undefined {
  if (data === undefined || !isOracles(data) || data[1] !== ORACLE_FUNC.create) return undefined
  return decodeWhole(data, (reader) => {
    reader.bytes(2)
    const name = reader.varBytes()
    const format = reader.varBytes()
    return { name, format, description: reader.varBytes() }
  })
}

export function decodeOracleData(data: Uint8Array | undefined): OracleData | undefined {
  if (data === undefined || !isOracles(data) || data[1] !== ORACLE_FUNC.data) return undefined
  return decodeWhole(data, (reader) => {
    reader.bytes(2)
    const oracle = reader.bytes(32)
    const baton = reader.bytes(32)
    const publisher = readRawKey(reader)
    return { oracle, baton, publisher, data: reader.varBytes() }
  })
}

/**
 * Reads the terms of a fund, registration or subscription into `terms`, as far as the bytes go. The rules accept
 * truncated data and trailing bytes. A field that is truncated or missing keeps its previous value.
 * @returns the function letter of any oracle data; 0 for other data
 */
export function readOracleTerms(data: Uint8Array | undefined, terms: OracleTerms): number {
  if (data === undefined || !isOracles(data)) return 0
  const func = data[1]!
  if (!TERMS.includes(func)) return func
  const reader = new ByteReader(data, 2)
  try {
    terms.oracle = reader.bytes(32)
    readKeyOver(reader, terms.key)
    terms.amount = reader.i64le()
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
  }
  return func
}

export function encodeOracleCreate({ name, format, description }: OracleCreate): Uint8Array {
  const writer = new ByteWriter().u8(EVAL_CODES.oracles).u8(ORACLE_FUNC.create)
  return writer.varBytes(name).varBytes(format).varBytes(description).finish()
}

export function encodeOracleTerms(
  func: number,
  { oracle, key, amount }: { readonly oracle: Uint8Array; readonly key: Uint8Array; readonly amount: bigint },
): Uint8Array {
  const writer = new ByteWriter().u8(EVAL_CODES.oracles).u8(func).bytes(oracle)
  return writer.varBytes(key).i64le(amount).finish()
}

export function encodeOracleData({
  oracle,
  baton,
  publisher,
  data,
}: {
  readonly oracle: Uint8Array
  readonly baton: Uint8Array
  /** 33 bytes */
  readonly publisher: Uint8Array
  readonly data: Uint8Array
}): Uint8Array {
  const writer = new ByteWriter().u8(EVAL_CODES.oracles).u8(ORACLE_FUNC.data).bytes(oracle).bytes(baton)
  return writer.varBytes(publisher).varBytes(data).finish()
}
