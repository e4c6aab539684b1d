import { fromLatin1, toLatin1 } from '../util/index.ts'

/** An output of the active chain while it is in memory. `spentBy` 0: unspent. */
export class OutputRecord {
  readonly value: bigint
  /** tx number of the spender */
  spentBy: number
  spentInput: number
  #script: Uint8Array | string

  constructor(value: bigint, script: Uint8Array, spentBy: number, spentInput: number) {
    this.value = value
    this.#script = script
    this.spentBy = spentBy
    this.spentInput = spentInput
  }

  scriptBytes(): Uint8Array {
    const script = this.#script
    return typeof script === 'string' ? fromLatin1(script) : script
  }

  /** Lets go of the block that the script is a view of; as a text it takes a quarter of an array's memory. */
  pack(): void {
    if (typeof this.#script !== 'string') this.#script = toLatin1(this.#script)
  }
}

/** A transaction of the active chain while it is in memory. */
export class TxRecord {
  readonly txNum: number
  readonly txid: Uint8Array
  readonly height: number
  readonly position: number
  /** place within the block's bytes */
  readonly offset: number
  readonly size: number
  readonly version: number
  readonly outputCount: number
  /** undefined: not loaded yet; null: has no row (provably unspendable, or the index does not exist) */
  readonly outputs: (OutputRecord | null | undefined)[]
  /** entries of `outputs` that are filled */
  loaded = 0
  /** not written yet */
  fresh: boolean

  constructor(fields: Omit<TxRecord, 'outputs' | 'loaded'>) {
    this.txNum = fields.txNum
    this.txid = fields.txid
    this.height = fields.height
    this.position = fields.position
    this.offset = fields.offset
    this.size = fields.size
    this.version = fields.version
    this.outputCount = fields.outputCount
    this.outputs = []
    this.fresh = fields.fresh
  }
}

/** tx_keys.prefix: the first six bytes as a number, exact in a double. */
export function txPrefix(txid: Uint8Array): number {
  const high = ((txid[0]! << 16) | (txid[1]! << 8) | txid[2]!) >>> 0
  const low = ((txid[3]! << 16) | (txid[4]! << 8) | txid[5]!) >>> 0
  return high * 0x1000000 + low
}
