import type { Transaction } from '../primitives/index.ts'

/** An output that is not written yet. `spentBy` 0: unspent. */
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
  /** place within the block's bytes */
  readonly offset: number
  readonly size: number
  readonly version: number
  readonly outputCount: number
}

/** A transaction that is not written yet. */
export interface FreshTx extends TxRecord {
  /** null: it can never be spent, and has no row */
  readonly outputs: readonly (OutputRecord | null)[]
}

/** So many tx numbers a transaction takes: one for each output, and one if shielded outputs are all that it has. */
export function txNumCount({ vout }: Transaction): number {
  return Math.max(1, vout.length)
}

/** tx_keys.prefix: the first six bytes as a number, exact in a double. */
export function txPrefix(txid: Uint8Array): number {
  const high = ((txid[0]! << 16) | (txid[1]! << 8) | txid[2]!) >>> 0
  const low = ((txid[3]! << 16) | (txid[4]! << 8) | txid[5]!) >>> 0
  return high * 0x1000000 + low
}
