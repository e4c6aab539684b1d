import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { Transaction } from '../../primitives/index.ts'
import { isPayToCryptoCondition, opReturnScript, pushData } from '../../script/index.ts'
import { type ByteReader, ByteWriter, concat } from '../../util/index.ts'
import { decodeWhole, opReturnData } from '../framework/opReturn.ts'

/** Data of payments, behind conditions and in the last output (payments.md §1). Decoding never throws. */

/** One payee. */
export interface PayeeData {
  /** share of `total`; int64 */
  readonly allocation: bigint
  readonly scriptPubKey: Uint8Array
  /** a whole output script that a release must end with; empty: none */
  readonly opReturn: Uint8Array
}

/** A plan. Where its payees come from a snapshot of balances, `txids` is undefined. */
export interface PaymentsPlan {
  readonly func: 'C' | 'S' | 'O'
  /** blocks that coins must lie; int32 */
  readonly lockedBlocks: number
  /** least release, in whole coins; int32 */
  readonly minRelease: number
  /** least payment, satoshis; int32 */
  readonly minimum: number
  /** what decides whether the plan pays anybody: sum of allocations, or what the reference leaves in that variable */
  readonly total: bigint
  /** largest place in the snapshot; 0 without one */
  readonly top: number
  /** payees by their transactions, internal byte order */
  readonly txids: readonly Uint8Array[] | undefined
}

/** What stands behind the condition of an output. */
export type OutputData =
  /** pays in */
  | { readonly func: 'F'; readonly createTxid: Uint8Array }
  /** pays out; int64 satoshis */
  | { readonly func: 'R'; readonly createTxid: Uint8Array; readonly amount: bigint }
  /** puts outputs together */
  | { readonly func: 'M'; readonly createTxid: Uint8Array }

/** Bytes before the script in what a condition drops: version, eval code and the kind of condition, which nobody checks. */
const HEADER = 6
const LEAST_PAYMENT = 10_000

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
  return { func: 'C', lockedBlocks, minRelease, minimum: LEAST_PAYMENT, total, top: 0, txids }
}

/** The reference tries to read every plan as a list first, and what that leaves behind counts as the sum of allocations. */
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

/** The data behind an output's condition; undefined: none that reads. */
export function outputDataOf(scriptPubKey: Uint8Array): OutputData | undefined {
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

export function planDataOf(tx: Transaction): PaymentsPlan | undefined {
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

/** A condition's script with data behind it. @param pair the condition takes one of two keys */
export function scriptWithData(script: Uint8Array, data: OutputData, pair: boolean): Uint8Array {
  const out = writer(data.func).bytes(data.createTxid)
  if (data.func === 'R') out.i64le(data.amount)
  const header = Uint8Array.of(4, 1, EVAL_CODES.payments, 1, pair ? 2 : 1)
  const inner = opReturnScript(out.finish())
  return concat(script, pushData(concat(header, pushData(inner))), Uint8Array.of(0x75))
}
