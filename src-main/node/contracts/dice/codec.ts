import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { computeTxid, type Transaction } from '../../primitives/index.ts'
import { type ByteReader, ByteWriter, equal } from '../../util/index.ts'
import { contractPayload, decodeWhole } from '../framework/opReturn.ts'
import { paysTree } from '../framework/outputRules.ts'
import { DICE_POOL_SCRIPT } from './keys.ts'

/**
 * Encodes and decodes the OP_RETURN data of dice (dice.md §1). Decoding never throws; it returns undefined for
 * malformed data.
 */

/** Terms of a plan. Integers are signed 64 bits. */
export interface DicePlanData {
  readonly func: 'F'
  /** name encoded as an unsigned number, first character in the lowest byte */
  readonly sbits: bigint
  /** satoshis */
  readonly minBet: bigint
  readonly maxBet: bigint
  readonly maxOdds: bigint
  readonly timeoutBlocks: bigint
}

const MOVES = ['E', 'B', 'W', 'L', 'T', 'R'] as const

export interface DiceMoveData {
  /** entropy, bet, win, loss, timeout, refund */
  readonly func: (typeof MOVES)[number]
  readonly sbits: bigint
  /** internal byte order */
  readonly fundingTxid: Uint8Array
  /** hash of the dealer's entropy, or the bettor's entropy; 32 bytes */
  readonly hash: Uint8Array
  /** the dealer's revealed entropy */
  readonly proof: Uint8Array
}

export type DiceData = DicePlanData | DiceMoveData

const PLAN = 'F'.charCodeAt(0)
const MOVE_OF: ReadonlyMap<number, DiceMoveData['func']> = new Map(MOVES.map((func) => [func.charCodeAt(0), func]))

export function decodeDice(data: Uint8Array): DiceData | undefined {
  if (data.length <= 2 || data[0] !== EVAL_CODES.dice) return undefined
  return data[1] === PLAN ? decodeWhole(data, readPlan) : decodeWhole(data, readMove)
}

function readPlan(reader: ByteReader): DicePlanData {
  reader.bytes(2)
  const sbits = reader.u64le()
  const [minBet, maxBet] = [reader.i64le(), reader.i64le()]
  const maxOdds = reader.i64le()
  return { func: 'F', sbits, minBet, maxBet, maxOdds, timeoutBlocks: reader.i64le() }
}

function readMove(reader: ByteReader): DiceMoveData | undefined {
  const func = MOVE_OF.get(reader.bytes(2)[1]!)
  const sbits = reader.u64le()
  const fundingTxid = reader.bytes(32)
  const hash = reader.bytes(32)
  const proof = reader.bytes(32)
  return func && { func, sbits, fundingTxid, hash, proof }
}

export function encodeDice(data: DiceData): Uint8Array {
  const writer = new ByteWriter().u8(EVAL_CODES.dice).u8(data.func.charCodeAt(0)).u64le(data.sbits)
  if (data.func !== 'F') return writer.bytes(data.fundingTxid).bytes(data.hash).bytes(data.proof).finish()
  return writer.i64le(data.minBet).i64le(data.maxBet).i64le(data.maxOdds).i64le(data.timeoutBlocks).finish()
}

/** Returns the dice data in the last output, or undefined if it has no such data. */
export function findDiceData(tx: Transaction): DiceData | undefined {
  const data = contractPayload(tx)
  return data && decodeDice(data)
}

export interface DiceIdentity {
  readonly sbits: bigint
  readonly txid: Uint8Array
}

/** Returns the satoshis of an output if it belongs to this plan. */
export function diceValue(tx: Transaction, index: number, { sbits, txid }: DiceIdentity): bigint {
  const output = tx.vout[index]
  if (output === undefined || !paysTree(output, DICE_POOL_SCRIPT)) return 0n
  const data = findDiceData(tx)
  if (data?.sbits !== sbits) return 0n
  const own = computeTxid(tx)
  return equal(own, txid) || equal(data.func === 'F' ? own : data.fundingTxid, txid) ? output.value : 0n
}
