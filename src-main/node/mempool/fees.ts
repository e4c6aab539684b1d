import { hasShieldedParts } from '../consensus/index.ts'
import type { Coin } from '../core/index.ts'
import type { Transaction, TxOut } from '../primitives/types.ts'
import { OP } from '../script/index.ts'

/** Fee of `size` bytes at a rate for 1,000 bytes; never rounded down to nothing (chain-params.md §10). */
export function feeFor(rate: bigint, size: number): bigint {
  const fee = (rate * BigInt(size)) / 1_000n
  return fee === 0n && rate > 0n ? rate : fee
}

const compactSizeBytes = (value: number): number => (value < 0xfd ? 1 : value <= 0xffff ? 3 : 5)

/** Bytes of an input that spends an ordinary output. */
const SPEND_BYTES = 148

/** Whether spending the output would cost more than a third of its value. Outputs that nobody can spend are not dust. */
export function isDust({ value, scriptPubKey }: TxOut, rate: bigint): boolean {
  if (scriptPubKey[0] === OP.OP_RETURN) return false
  const length = scriptPubKey.length
  return value < 3n * feeFor(rate, 8 + compactSizeBytes(length) + length + SPEND_BYTES)
}

/** Free transactions up to this size owe no fee (the reference keeps 1,000 bytes of its 10^6 byte priority area back). */
const FREE_AREA_BYTES = 999_000

/** The least fee that a relayed transaction must pay. */
export function minRelayFee(rate: bigint, size: number): bigint {
  return size < FREE_AREA_BYTES ? 0n : feeFor(rate, size)
}

/** An input costs this much of the size before its script; of the script this much is forgiven, so that spending is not punished. */
const INPUT_BYTES = 41
const FORGIVEN_SCRIPT_BYTES = 110

/** The most that there is: what is spent in the shielded pools has no age that anybody could know. */
const SHIELDED_PRIORITY = 1e16

export interface Priority {
  /** sum of coin value times coin age in blocks, over the modified size */
  readonly starting: number
  /** what each additional block adds */
  readonly perBlock: number
}

/**
 * Coin age priority as the reference shows it in `getrawmempool true`; informative only, block building goes by fee.
 * Coins of the mempool itself have no age.
 */
export function priorityOf(tx: Transaction, size: number, spent: readonly Coin[], height: number): Priority {
  let age = 0
  let value = 0n
  for (const coin of spent) {
    value += coin.value
    if (coin.height < height) age += Number(coin.value) * (height - coin.height)
  }
  let modified = size
  for (const { scriptSig } of tx.vin) {
    const part = INPUT_BYTES + Math.min(FORGIVEN_SCRIPT_BYTES, scriptSig.length)
    if (modified > part) modified -= part
  }
  const starting = hasShieldedParts(tx) ? SHIELDED_PRIORITY : age / modified
  return { starting, perBlock: Number(value) / modified }
}
