import type { Transaction } from '../primitives/index.ts'

/** An unwritten output. `spentBy` is 0 while it is unspent. */
export class OutputRecord {
  readonly value: bigint
  readonly script: Uint8Array
  /** tx number of the spender */
  spentBy = 0
  spentInput = 0

  constructor(value: bigint, script: Uint8Array) {
    this.value = value
    this.script = script
  }
}

/** Position of a transaction in the chain. `offset` and `size` locate it within its block's bytes. */
export interface TxLocation {
  readonly txid: Uint8Array
  readonly height: number
  readonly position: number
  readonly offset: number
  readonly size: number
}

/** A transaction of the active chain. */
export interface TxRecord {
  readonly txNum: number
  readonly txid: Uint8Array
  readonly height: number
  readonly position: number
  /** offset within the block's bytes */
  readonly offset: number
  readonly size: number
  readonly version: number
  readonly outputCount: number
}

/** An unwritten transaction. */
export interface FreshTx extends TxRecord {
  /** null for unspendable outputs, which have no row */
  readonly outputs: readonly (OutputRecord | null)[]
}

/**
 * Returns the number of tx numbers that a transaction uses: one per output, or one if it has no transparent outputs.
 */
export function txNumCount({ vout }: Transaction): number {
  return Math.max(1, vout.length)
}

/** Computes tx_keys.prefix: the first six bytes as a number, exact in a double. */
export function txPrefix(txid: Uint8Array): number {
  const high = ((txid[0]! << 16) | (txid[1]! << 8) | txid[2]!) >>> 0
  const low = ((txid[3]! << 16) | (txid[4]! << 8) | txid[5]!) >>> 0
  return high * 0x1000000 + low
}
