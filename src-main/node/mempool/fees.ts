import { hasShieldedParts } from '../consensus/index.ts'
import type { Coin } from '../core/index.ts'
import type { Transaction, TxOut } from '../primitives/types.ts'
import { OP } from '../script/index.ts'

/**
 * Returns the fee of `size` bytes at a rate per 1,000 bytes. A fee that would round down to 0 becomes the rate
 * (chain-params.md §10).
 */
export function feeFor(rate: bigint, size: number): bigint {
  const fee = (rate * BigInt(size)) / 1_000n
  return fee === 0n && rate > 0n ? rate : fee
}

const compactSizeBytes = (value: number): number => (value < 0xfd ? 1 : value <= 0xffff ? 3 : 5)

/** Bytes of an input that spends an ordinary output. */
const SPEND_BYTES = 148

/** Returns true if spending the output would cost more than a third of its value. Unspendable outputs are not dust. */
export function isDust({ value, scriptPubKey }: TxOut, rate: bigint): boolean {
  if (scriptPubKey[0] === OP.OP_RETURN) return false
  const length = scriptPubKey.length
  return value < 3n * feeFor(rate, 8 + compactSizeBytes(length) + length + SPEND_BYTES)
}

/** Free transactions below this size need no fee: komodod reserves 1,000 bytes of its 10^6-byte priority area. */
const FREE_AREA_BYTES = 999_000

export function minRelayFee(rate: bigint, size: number): bigint {
  return size < FREE_AREA_BYTES ? 0n : feeFor(rate, size)
}

/**
 * Each input reduces the size by this many bytes, plus up to FORGIVEN_SCRIPT_BYTES of its script, so that spending
 * coins does not lower the priority.
 */
const INPUT_BYTES = 41
const FORGIVEN_SCRIPT_BYTES = 110

/** Maximum priority, for spends from a shielded pool: the age of the coins is unknown. */
const SHIELDED_PRIORITY = 1e16

export interface Priority {
  /** sum of coin value times coin age in blocks, over the modified size */
  readonly starting: number
  /** increase per additional block */
  readonly perBlock: number
}

/**
 * Computes the coin age priority that komodod shows in `getrawmempool true`. Informative only: block assembly sorts by
 * fee. Unconfirmed coins have no age.
 */
export function computePriority(tx: Transaction, size: number, spent: readonly Coin[], height: number): Priority {
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
