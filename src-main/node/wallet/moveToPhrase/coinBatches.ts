import type { TxOut } from '../../primitives/types.ts'
import type { SpendableCoin } from '../../transactions/index.ts'

/** Maximum size of a transaction that nodes relay. */
export const MAX_MOVE_BYTES = 100_000
/**
 * Maximum bytes of a version 4 transaction with one P2PKH output and counts of three bytes (transactions-and-script.md
 * §1).
 */
const FRAME_BYTES = 80
/** Outpoint, sequence and length of the input script. */
const BYTES_PER_INPUT = 32 + 4 + 4 + 1

/** Transaction that spends coins and pays them to one fresh key. */
export interface CoinBatch<Coin extends SpendableCoin = SpendableCoin> {
  readonly coins: readonly Coin[]
  /** maximum size in bytes, with all signatures */
  readonly size: number
  /** satoshis */
  readonly fee: bigint
  /** satoshis received: the sum of the coins minus the fee */
  readonly value: bigint
}

export interface CoinBatches<Coin extends SpendableCoin = SpendableCoin> {
  readonly batches: readonly CoinBatch<Coin>[]
  /** coins that are worth less than their own fee */
  readonly tooSmall: readonly Coin[]
}

export interface BatchRules {
  /** Returns the maximum size of the input script that spends an output. */
  readonly signatureSize: (output: TxOut) => number
  /** Returns the fee in satoshis for a transaction of `size` bytes. */
  readonly feeFor: (size: number) => bigint
  /** minimum output value in satoshis */
  readonly dustLimit: bigint
}

interface OpenBatch<Coin> {
  readonly coins: Coin[]
  size: number
}

const byValue = (a: SpendableCoin, b: SpendableCoin): number => (a.value > b.value ? -1 : a.value < b.value ? 1 : 0)

/**
 * Divides coins among as few transactions as the size limit needs, each coin in exactly one. Distributes the largest
 * coins first, so that they pay the fee for small ones. Pure function.
 */
export function planCoinBatches<Coin extends SpendableCoin>(
  coins: readonly Coin[],
  { signatureSize, feeFor, dustLimit }: BatchRules,
): CoinBatches<Coin> {
  const sized = [...coins].sort(byValue).map((coin) => ({ coin, size: BYTES_PER_INPUT + signatureSize(coin) }))
  const total = sized.reduce((sum, { size }) => sum + size, 0)
  const open = Array.from({ length: Math.ceil(total / (MAX_MOVE_BYTES - FRAME_BYTES)) }, newBatch<Coin>)
  for (const { coin, size } of sized) {
    let batch = open.reduce((min, each) => (each.size < min.size ? each : min))
    if (batch.size + size > MAX_MOVE_BYTES) {
      batch = newBatch()
      open.push(batch)
    }
    batch.coins.push(coin)
    batch.size += size
  }
  const batches: CoinBatch<Coin>[] = []
  const tooSmall: Coin[] = []
  for (const { coins: taken, size } of open) {
    const fee = feeFor(size)
    const value = taken.reduce((sum, coin) => sum + coin.value, -fee)
    if (value >= dustLimit) batches.push({ coins: taken, size, fee, value })
    else tooSmall.push(...taken)
  }
  return { batches, tooSmall }
}

const newBatch = <Coin>(): OpenBatch<Coin> => ({ coins: [], size: FRAME_BYTES })
