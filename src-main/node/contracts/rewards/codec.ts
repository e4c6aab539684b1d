import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { computeTxid, type Transaction } from '../../primitives/index.ts'
import { type ByteReader, ByteWriter, equal } from '../../util/index.ts'
import { contractPayload, decodeWhole } from '../framework/opReturn.ts'
import { paysTree } from '../framework/outputRules.ts'
import { REWARDS_POOL_SCRIPT } from './keys.ts'

/**
 * Encodes and decodes the OP_RETURN data of rewards (rewards.md §1). Decoding never throws; it returns undefined for
 * malformed data.
 */

/** Terms of a plan. Integers are unsigned 64 bits. */
export interface RewardsPlan {
  /** name encoded as a number, first character in the lowest byte */
  readonly sbits: bigint
  /** annual rate; 1e8 is one percent */
  readonly apr: bigint
  readonly minSeconds: bigint
  readonly maxSeconds: bigint
  /** satoshis */
  readonly minDeposit: bigint
}

export interface RewardsPlanData extends RewardsPlan {
  readonly func: 'F'
}

export interface RewardsMoveData {
  /** A: adds funds, L: locks coins, U: unlocks coins */
  readonly func: 'A' | 'L' | 'U'
  readonly sbits: bigint
  /** internal byte order */
  readonly fundingTxid: Uint8Array
}

export type RewardsData = RewardsPlanData | RewardsMoveData

const PLAN = 'F'.charCodeAt(0)
const MOVES: ReadonlyMap<number, RewardsMoveData['func']> = new Map(
  (['A', 'L', 'U'] as const).map((func) => [func.charCodeAt(0), func]),
)

export function decodeRewards(data: Uint8Array): RewardsData | undefined {
  if (data.length <= 2 || data[0] !== EVAL_CODES.rewards) return undefined
  return data[1] === PLAN ? decodeWhole(data, readPlan) : decodeWhole(data, readMove)
}

function readPlan(reader: ByteReader): RewardsPlanData {
  reader.bytes(2)
  const [sbits, apr] = [reader.u64le(), reader.u64le()]
  const [minSeconds, maxSeconds, minDeposit] = [reader.u64le(), reader.u64le(), reader.u64le()]
  return { func: 'F', sbits, apr, minSeconds, maxSeconds, minDeposit }
}

function readMove(reader: ByteReader): RewardsMoveData | undefined {
  const func = MOVES.get(reader.bytes(2)[1]!)
  const sbits = reader.u64le()
  const fundingTxid = reader.bytes(32)
  return func && { func, sbits, fundingTxid }
}

export function encodeRewards(data: RewardsData): Uint8Array {
  const writer = new ByteWriter().u8(EVAL_CODES.rewards).u8(data.func.charCodeAt(0)).u64le(data.sbits)
  if (data.func !== 'F') return writer.bytes(data.fundingTxid).finish()
  return writer.u64le(data.apr).u64le(data.minSeconds).u64le(data.maxSeconds).u64le(data.minDeposit).finish()
}

/** Returns the rewards data in the last output, or undefined for other transactions. */
export function findRewardsData(tx: Transaction): RewardsData | undefined {
  const data = contractPayload(tx)
  return data && decodeRewards(data)
}

/** Returns the id of a transaction's plan: its own id if it creates a plan. */
export const getPlanTxid = (tx: Transaction, data: RewardsData): Uint8Array =>
  data.func === 'F' ? computeTxid(tx) : data.fundingTxid

export interface PlanIdentity {
  readonly sbits: bigint
  readonly txid: Uint8Array
}

/** Returns true if a transaction's pool outputs belong to this plan. */
export function belongsTo(tx: Transaction, data: RewardsData | undefined, { sbits, txid }: PlanIdentity): boolean {
  return data?.sbits === sbits && (equal(getPlanTxid(tx, data), txid) || equal(computeTxid(tx), txid))
}

/** Returns the satoshis of an output if it belongs to this plan, else 0. */
export function poolValue(tx: Transaction, index: number, plan: PlanIdentity): bigint {
  const output = tx.vout[index]
  if (output === undefined || !paysTree(output, REWARDS_POOL_SCRIPT)) return 0n
  return belongsTo(tx, findRewardsData(tx), plan) ? output.value : 0n
}
