import { sha256d } from '../crypto/index.ts'
import type { Transaction, TxIn, TxOut } from './types.ts'

/**
 * Parsed transaction. Its raw bytes and its computed id are private. A spread or a structured clone copies the data
 * only, so a changed copy can never return the hash of its original.
 */
export class ParsedTransaction implements Transaction {
  readonly overwintered: boolean
  readonly version: number
  readonly versionGroupId: number
  readonly vin: readonly TxIn[]
  readonly vout: readonly TxOut[]
  readonly lockTime: number
  readonly expiryHeight: number
  readonly valueBalance: bigint
  readonly shieldedSpends: readonly Uint8Array[]
  readonly shieldedOutputs: readonly Uint8Array[]
  readonly joinSplits: readonly Uint8Array[]
  readonly joinSplitAuth: Uint8Array
  readonly bindingSig: Uint8Array
  readonly #raw: Uint8Array
  #txid: Uint8Array | undefined

  constructor(fields: Transaction, raw: Uint8Array) {
    this.overwintered = fields.overwintered
    this.version = fields.version
    this.versionGroupId = fields.versionGroupId
    this.vin = fields.vin
    this.vout = fields.vout
    this.lockTime = fields.lockTime
    this.expiryHeight = fields.expiryHeight
    this.valueBalance = fields.valueBalance
    this.shieldedSpends = fields.shieldedSpends
    this.shieldedOutputs = fields.shieldedOutputs
    this.joinSplits = fields.joinSplits
    this.joinSplitAuth = fields.joinSplitAuth
    this.bindingSig = fields.bindingSig
    this.#raw = raw
  }

  /** Returns the raw bytes, if this object was created by a parser. */
  static rawOf(tx: Transaction): Uint8Array | undefined {
    return #raw in tx ? tx.#raw : undefined
  }

  /** Returns the id, if this object was created by a parser. */
  static txidOf(tx: Transaction): Uint8Array | undefined {
    if (!(#raw in tx)) return undefined
    tx.#txid ??= sha256d(tx.#raw)
    return tx.#txid
  }
}
