/** Bloom filters of light clients (BIP37). */
import { computeTxid, type OutPoint, type Transaction } from '../../primitives/index.ts'
import { classify, opAt } from '../../script/index.ts'
import { ByteWriter } from '../../util/index.ts'
import { murmur3 } from './murmur3.ts'
import type { FilterLoadMessage } from './types.ts'

export const MAX_FILTER_BYTES = 36_000
export const MAX_FILTER_FUNCTIONS = 50
/** maximum length of a filteradd item, which is that of a script push */
export const MAX_FILTER_ITEM = 520

/** Modes of adding outputs of a matching transaction to the filter, so that their spends match too. */
export const FILTER_UPDATE = { none: 0, all: 1, pubkeyOnly: 2, mask: 3 } as const

const SEED_STEP = 0xfba4c795

export type FilterParameters = Omit<FilterLoadMessage, 'type'>

/** Bloom filter that a peer loaded. The data are copied. */
export class BloomFilter {
  /** true up to 36,000 bytes and 50 functions; a larger filter adds to the ban score */
  readonly withinLimits: boolean
  readonly #parameters: FilterParameters
  readonly #data: Uint8Array
  /** number of bytes other than 0xff; an empty filter counts as full */
  #open: number
  #full: boolean
  #empty: boolean

  constructor(parameters: FilterParameters) {
    this.#parameters = parameters
    const data = parameters.data.slice()
    this.#data = data
    this.#open = data.reduce((count, byte) => count + (byte === 0xff ? 0 : 1), 0)
    this.#full = this.#open === 0
    this.#empty = !this.#full && data.every((byte) => byte === 0)
    this.withinLimits = data.length <= MAX_FILTER_BYTES && parameters.hashFunctions <= MAX_FILTER_FUNCTIONS
  }

  /**
   * Creates an empty filter.
   * @param items number of items that the filter is sized for
   * @param falsePositives false-positive rate at this number of items
   */
  static sized(items: number, falsePositives: number, tweak: number, flags: number): BloomFilter {
    const wanted = (-1 / Math.LN2 ** 2) * items * Math.log(falsePositives)
    const size = Math.floor(Math.min(wanted, MAX_FILTER_BYTES * 8) / 8)
    const hashFunctions = Math.floor(Math.min(Math.floor((size * 8) / items) * Math.LN2, MAX_FILTER_FUNCTIONS))
    return new BloomFilter({ data: new Uint8Array(size), hashFunctions, tweak, flags })
  }

  contains(item: Uint8Array): boolean {
    if (this.#full) return true
    if (this.#empty) return false
    for (let i = 0; i < this.#parameters.hashFunctions; i++) {
      const at = this.#position(i, item)
      if (((this.#data[at >> 3] ?? 0) & (1 << (at & 7))) === 0) return false
    }
    return true
  }

  insert(item: Uint8Array): void {
    if (this.#full) return
    for (let i = 0; i < this.#parameters.hashFunctions; i++) {
      const at = this.#position(i, item)
      const before = this.#data[at >> 3] ?? 0
      const after = before | (1 << (at & 7))
      this.#data[at >> 3] = after
      // Counted instead of searched: with an almost full filter every output of a block is added, and each search would
      // read all bytes.
      if (after === 0xff && before !== 0xff) this.#open--
    }
    this.#empty = false
    this.#full = this.#open === 0
  }

  /**
   * Returns true if the transaction matches. A match may add its outputs to the filter, depending on the filter's
   * flags.
   */
  matches(tx: Transaction): boolean {
    if (this.#full) return true
    if (this.#empty) return false
    const txid = computeTxid(tx)
    // Outputs are checked even if the txid matches, because they may have to be added to the filter.
    const outside = this.contains(txid)
    if (this.#matchOutputs(tx, txid) || outside) return true
    return tx.vin.some(
      ({ prevout, scriptSig }) => this.contains(outPointBytes(prevout)) || this.#matchesData(scriptSig),
    )
  }

  /** message that loads an equal filter */
  message(): FilterLoadMessage {
    const { hashFunctions, tweak, flags } = this.#parameters
    return { type: 'filterload', data: this.#data.slice(), hashFunctions, tweak, flags }
  }

  #position(index: number, item: Uint8Array): number {
    const seed = (Math.imul(index, SEED_STEP) + this.#parameters.tweak) | 0
    return murmur3(seed, item) % (this.#data.length * 8)
  }

  #matchesData(script: Uint8Array): boolean {
    return someData(script, (data) => this.contains(data))
  }

  #matchOutputs(tx: Transaction, txid: Uint8Array): boolean {
    let found = false
    tx.vout.forEach(({ scriptPubKey }, index) => {
      if (!this.#matchesData(scriptPubKey)) return
      found = true
      if (wantsSpends(this.#parameters.flags, scriptPubKey)) this.insert(outPointBytes({ hash: txid, index }))
    })
    return found
  }
}

function wantsSpends(flags: number, script: Uint8Array): boolean {
  const update = flags & FILTER_UPDATE.mask
  if (update !== FILTER_UPDATE.pubkeyOnly) return update === FILTER_UPDATE.all
  const { type } = classify(script, { cc: true })
  return type === 'pubkey' || type === 'multisig'
}

/** Returns true if any data push of a script passes the test. Stops at the first operation that does not parse. */
function someData(script: Uint8Array, test: (data: Uint8Array) => boolean): boolean {
  for (let op = opAt(script, 0); op; op = opAt(script, op.end)) {
    if (op.data.length > 0 && test(op.data)) return true
  }
  return false
}

function outPointBytes({ hash, index }: OutPoint): Uint8Array {
  return new ByteWriter(36).bytes(hash).u32le(index).finish()
}
