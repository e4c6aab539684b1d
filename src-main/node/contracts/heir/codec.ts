import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { Transaction } from '../../primitives/index.ts'
import { type ByteReader, ByteWriter } from '../../util/index.ts'
import { decodeWhole, opReturnData } from '../framework/opReturn.ts'
import { knownConditionKey, knownKey, writtenOver } from '../framework/rawKey.ts'
import { decodeTokenData, findPayload } from '../tokens/codec.ts'

/**
 * Encodes and decodes the OP_RETURN data of heirs (heir.md §1). Decoding never throws; it returns undefined for
 * malformed data.
 */

export const PAYLOAD_HEIR = 0x15

export interface HeirPlanData {
  readonly func: 'F'
  /** empty if the bytes are not a key */
  readonly owner: Uint8Array
  readonly heir: Uint8Array
  /** seconds without a transaction of the owner, after which the heir may spend; int64 */
  readonly inactivity: bigint
  /** bytes in any encoding */
  readonly name: Uint8Array
  readonly memo: Uint8Array
}

/** Plan as decoded from OP_RETURN data. */
export interface DecodedHeirPlan extends HeirPlanData {
  /** keys of owner and heir as conditions contain them, even if invalid; undefined if the data are too short */
  readonly conditionKeys: readonly [Uint8Array, Uint8Array] | undefined
}

export interface HeirMoveData {
  /** A: adds funds, C: claims funds */
  readonly func: 'A' | 'C'
  /** internal byte order (display order in the data) */
  readonly fundingTxid: Uint8Array
  /** non-zero if the heir has started to spend */
  readonly begun: number
}

export type HeirData = (DecodedHeirPlan | HeirMoveData) & {
  /** internal byte order; undefined for coins */
  readonly tokenId: Uint8Array | undefined
}

const PLAN = 'F'.charCodeAt(0)
const ADD = 'A'.charCodeAt(0)
const CLAIM = 'C'.charCodeAt(0)

/** Decodes the heir data in an output script. Returns undefined for other scripts. */
export function decodeHeir(script: Uint8Array): HeirData | undefined {
  const bytes = opReturnData(script)
  if (bytes === undefined) return undefined
  const token = decodeTokenData(bytes)
  const blob = token && findPayload(token, PAYLOAD_HEIR)
  const data = decodeBlob(blob ?? bytes)
  const tokenId = token?.func === 't' && token.tokenId.some((byte) => byte !== 0) ? token.tokenId : undefined
  return data && { ...data, tokenId: blob === undefined ? undefined : tokenId }
}

function decodeBlob(blob: Uint8Array): DecodedHeirPlan | HeirMoveData | undefined {
  if (blob.length <= 1 || blob[0] !== EVAL_CODES.heir) return undefined
  if (blob[1] === PLAN) return decodeWhole(blob, readPlan)
  return blob[1] === ADD || blob[1] === CLAIM ? decodeWhole(blob, readMove) : undefined
}

function readPlan(reader: ByteReader): DecodedHeirPlan {
  reader.bytes(2)
  const [owner, heir] = [readKeyBytes(reader), readKeyBytes(reader)]
  const keys = [knownConditionKey(owner), knownConditionKey(heir)] as const
  const conditionKeys = keys[0] && keys[1] && ([keys[0], keys[1]] as const)
  const inactivity = reader.i64le()
  const name = reader.varBytes()
  const memo = reader.varBytes()
  return { func: 'F', owner: knownKey(owner), heir: knownKey(heir), conditionKeys, inactivity, name, memo }
}

/** Reads the bytes of a key, valid or not. */
const readKeyBytes = (reader: ByteReader): Uint8Array => writtenOver(new Uint8Array(0), reader.varBytes())

function readMove(reader: ByteReader): HeirMoveData {
  const func = reader.bytes(2)[1] === ADD ? 'A' : 'C'
  const fundingTxid = reader.bytes(32).slice().reverse()
  return { func, fundingTxid, begun: reader.u8() }
}

export function encodeHeir(data: HeirPlanData | HeirMoveData): Uint8Array {
  const writer = new ByteWriter().u8(EVAL_CODES.heir).u8(data.func.charCodeAt(0))
  if (data.func !== 'F') return writer.bytes(data.fundingTxid.slice().reverse()).u8(data.begun).finish()
  writer.varBytes(data.owner).varBytes(data.heir).i64le(data.inactivity)
  return writer.varBytes(data.name).varBytes(data.memo).finish()
}

/** Returns the heir data in the last output, or undefined for other transactions. */
export function findHeirData(tx: Transaction): HeirData | undefined {
  const last = tx.vout.at(-1)
  return last && decodeHeir(last.scriptPubKey)
}

/** Returns true if the last output contains data. komodod does not check this and reads out of bounds without data. */
export function hasAnyData(tx: Transaction): boolean {
  const last = tx.vout.at(-1)
  return last !== undefined && (opReturnData(last.scriptPubKey)?.length ?? 0) > 0
}
