import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { Transaction } from '../../primitives/index.ts'
import { isPayToCryptoCondition, opReturnScript, pushData } from '../../script/index.ts'
import { type ByteReader, ByteWriter, concat } from '../../util/index.ts'
import { decodeWhole, opReturnData } from '../framework/opReturn.ts'

/**
 * Encodes and decodes the data of payments, after conditions and in the last output (payments.md §1). Decoding never
 * throws.
 */

/** A receiver of a plan. */
export interface PayeeData {
  /** share of the plan's `total`; int64 */
  readonly allocation: bigint
  readonly scriptPubKey: Uint8Array
  /** complete output script that a release must end with; empty if the receiver requires none */
  readonly opReturn: Uint8Array
}

/** A plan. `txids` is undefined if its payees come from a snapshot of balances. */
export interface PaymentsPlan {
  readonly func: 'C' | 'S' | 'O'
  /** blocks until a deposit may be spent; int32 */
  readonly lockedBlocks: number
  /** minimum release in whole coins; int32 */
  readonly minRelease: number
  /** minimum payment in satoshis; int32 */
  readonly minimum: number
  /**
   * decides whether the plan pays at all: the sum of allocations, or the value that the reference leaves in that
   * variable
   */
  readonly total: bigint
  /** highest rank in the snapshot; 0 without a snapshot */
  readonly top: number
  /** ids of the transactions that describe the payees, internal byte order */
  readonly txids: readonly Uint8Array[] | undefined
}

/** Data after the condition of an output. */
export type OutputData =
  /** deposit */
  | { readonly func: 'F'; readonly createTxid: Uint8Array }
  /** release; amount in satoshis, int64 */
  | { readonly func: 'R'; readonly createTxid: Uint8Array; readonly amount: bigint }
  /** merge of outputs */
  | { readonly func: 'M'; readonly createTxid: Uint8Array }

/**
 * Bytes before the script in the dropped data: version, eval code and type of condition, which the rules do not check.
 */
const HEADER = 6
const MIN_PAYMENT = 10_000

function decode<T>(script: Uint8Array, func: string, read: (reader: ByteReader) => T): T | undefined {
  const data = opReturnData(script)
  if (data === undefined || data.length <= 2) return undefined
  if (data[0] !== EVAL_CODES.payments || data[1] !== func.charCodeAt(0)) return undefined
  return decodeWhole(data, (reader) => {
    reader.bytes(2)
    return read(reader)
  })
}

export function decodePayee(script: Uint8Array): PayeeData | undefined {
  return decode(script, 'T', (reader) => {
    const allocation = reader.i64le()
    const scriptPubKey = reader.varBytes()
    return { allocation, scriptPubKey, opReturn: reader.varBytes() }
  })
}

export function decodePlan(script: Uint8Array): PaymentsPlan | undefined {
  return decode(script, 'C', readList) ?? decode(script, 'S', readSnapshot) ?? decode(script, 'O', readTokenSnapshot)
}

function readList(reader: ByteReader): PaymentsPlan | undefined {
  const [lockedBlocks, minRelease] = [reader.i32le(), reader.i32le()]
  const total = reader.i64le()
  const txids = Array.from({ length: reader.count(32) }, () => reader.bytes(32))
  if (txids.length < 2) return undefined
  return { func: 'C', lockedBlocks, minRelease, minimum: MIN_PAYMENT, total, top: 0, txids }
}

/**
 * Combines two fields of a snapshot plan. The reference first reads every plan as a list, and the values left over from
 * that count as the sum of allocations.
 */
function totalLeftBehind(low: number, high: number): bigint {
  return (BigInt(high) << 32n) | BigInt(low >>> 0)
}

function readSnapshot(reader: ByteReader): PaymentsPlan {
  const [lockedBlocks, minRelease, minimum, top] = [reader.i32le(), reader.i32le(), reader.i32le(), reader.i32le()]
  reader.i32le()
  reader.u8()
  readScripts(reader)
  const total = totalLeftBehind(minimum, top)
  return { func: 'S', lockedBlocks, minRelease, minimum, total, top, txids: undefined }
}

function readTokenSnapshot(reader: ByteReader): PaymentsPlan {
  const [lockedBlocks, minimum, top, bottom] = [reader.i32le(), reader.i32le(), reader.i32le(), reader.i32le()]
  reader.u8()
  readScripts(reader)
  reader.bytes(32)
  const total = totalLeftBehind(top, bottom)
  return { func: 'O', lockedBlocks, minRelease: minimum, minimum, total, top, txids: undefined }
}

function readScripts(reader: ByteReader): void {
  for (let left = reader.count(1); left > 0; left--) reader.varBytes()
}

/** Decodes the data after an output's condition. Returns undefined if there are no valid data. */
export function decodeOutputData(scriptPubKey: Uint8Array): OutputData | undefined {
  const cc = isPayToCryptoCondition(scriptPubKey)
  const [dropped, ...more] = cc ? cc.dropData : []
  if (dropped === undefined || more.length > 0 || dropped.length < HEADER) return undefined
  const script = dropped.subarray(HEADER)
  const named = (func: 'F' | 'M') =>
    decode(script, func, (reader): OutputData => ({ func, createTxid: reader.bytes(32) }))
  return (
    named('M') ??
    decode(script, 'R', (reader): OutputData => {
      const createTxid = reader.bytes(32)
      return { func: 'R', createTxid, amount: reader.i64le() }
    }) ??
    named('F')
  )
}

export function findPlanData(tx: Transaction): PaymentsPlan | undefined {
  const last = tx.vout.at(-1)
  return last && decodePlan(last.scriptPubKey)
}

function writer(func: string): ByteWriter {
  return new ByteWriter().u8(EVAL_CODES.payments).u8(func.charCodeAt(0))
}

export function encodePayee({ allocation, scriptPubKey, opReturn }: PayeeData): Uint8Array {
  return writer('T').i64le(allocation).varBytes(scriptPubKey).varBytes(opReturn).finish()
}

export function encodePlan(
  plan: Pick<PaymentsPlan, 'lockedBlocks' | 'minRelease' | 'total'>,
  txids: readonly Uint8Array[],
) {
  const out = writer('C').i32le(plan.lockedBlocks).i32le(plan.minRelease).i64le(plan.total).compactSize(txids.length)
  for (const txid of txids) out.bytes(txid)
  return out.finish()
}

/** Builds a condition's script followed by data. @param pair true if the condition takes one of two keys */
export function scriptWithData(script: Uint8Array, data: OutputData, pair: boolean): Uint8Array {
  const out = writer(data.func).bytes(data.createTxid)
  if (data.func === 'R') out.i64le(data.amount)
  const header = Uint8Array.of(4, 1, EVAL_CODES.payments, 1, pair ? 2 : 1)
  const inner = opReturnScript(out.finish())
  return concat(script, pushData(concat(header, pushData(inner))), Uint8Array.of(0x75))
}
