import { hash160, sha256 } from '../crypto/index.ts'
import type { Transaction } from '../primitives/index.ts'
import { isPayToScriptHash, OP, opAt } from '../script/index.ts'
import { ByteWriter, equal } from '../util/index.ts'
import type { ChainParams } from './params.ts'
import { subsidy } from './subsidy.ts'
import { VALID, type Verdict, violation } from './verdict.ts'

/** First data byte of a coinbase's OP_RETURN that reveals a time lock (chain-params.md §9.4). */
export const TIME_LOCK_MARK = 1
/** Minimum length of that OP_RETURN scriptPubKey in bytes. */
const MIN_REVEAL_SIZE = 7
/** Maximum length of a lock time in bytes. */
const MAX_LOCK_BYTES = 5

/**
 * Returns the height until which a large coinbase of block `height` is locked. Pseudo-random within the chain's range,
 * but the same on every node (chain-params.md §9.4).
 */
export function unlockHeight(params: ChainParams, height: number): bigint {
  const { from, to } = params.timeLock ?? { from: 0n, to: 0n }
  if (from === to) return to
  const seed = new ByteWriter(8).u64le((BigInt(params.magic) << 32n) | BigInt(height)).finish()
  const digest = sha256(seed)
  const draw = new DataView(digest.buffer, digest.byteOffset).getBigUint64(0, false)
  return from + (draw % (to - from))
}

/** Returns true if a coinbase worth `value` at `height` must be locked. */
export function needsTimeLock(params: ChainParams, height: number, value: bigint): boolean {
  const { timeLock } = params
  return timeLock !== null && (value >= timeLock.atLeast || subsidy(params, height) >= timeLock.atLeast)
}

/**
 * Checks the time lock. A large coinbase must pay to the hash of a script that begins with its unlock height, and
 * reveal that script in its second output.
 */
export function checkTimeLock(params: ChainParams, coinbase: Transaction, height: number): Verdict {
  let value = 0n
  for (const output of coinbase.vout) value += output.value
  if (!needsTimeLock(params, height, value) || isLocked(coinbase, unlockHeight(params, height))) return VALID
  return violation('inconclusive', 'bad-txns-invalid-script-data-for-coinbase-time-lock')
}

function isLocked(coinbase: Transaction, unlock: bigint): boolean {
  const [paid, shown] = coinbase.vout
  if (coinbase.vout.length !== 2 || paid === undefined || shown === undefined) return false
  if (!isPayToScriptHash(paid.scriptPubKey)) return false
  if (shown.scriptPubKey.length < MIN_REVEAL_SIZE || shown.scriptPubKey[0] !== OP.OP_RETURN) return false
  const data = opAt(shown.scriptPubKey, 1)?.data
  if (data === undefined || data[0] !== TIME_LOCK_MARK) return false
  const redeem = data.subarray(1)
  return equal(hash160(redeem), paid.scriptPubKey.subarray(2, 22)) && parseLockTime(redeem) === unlock
}

/**
 * Parses the lock time at the start of a script as komodod does: the pushed bytes as an unsigned number, and 0 for
 * operations that push without data (OP_1 and the like).
 */
function parseLockTime(script: Uint8Array): bigint | undefined {
  const push = opAt(script, 0)
  if (push === undefined || push.data.length > MAX_LOCK_BYTES) return undefined
  if (script[push.data.length + 1] !== OP.OP_CHECKLOCKTIMEVERIFY) return undefined
  let value = 0n
  for (let i = push.data.length - 1; i >= 0; i--) value = (value << 8n) | BigInt(push.data[i]!)
  return value
}
