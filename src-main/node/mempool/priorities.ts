import { hashKey, LruMap } from '../util/index.ts'

/** Priority and fee deltas for block assembly, eviction and free relay. */
export interface PriorityDeltas {
  readonly priority: number
  readonly fee: bigint
}

/** Maximum number of transactions, known or not, whose deltas are kept. */
const MAX_PRIORITISED = 10_000
const NO_DELTAS: PriorityDeltas = { priority: 0, fee: 0n }

/** Deltas set by prioritisetransaction, by txid. */
export class Priorities {
  readonly #deltas = new LruMap<string, PriorityDeltas>(MAX_PRIORITISED)

  get(txid: Uint8Array): PriorityDeltas {
    return this.#deltas.get(hashKey(txid)) ?? NO_DELTAS
  }

  add(txid: Uint8Array, priorityDelta: number, feeDelta: bigint): void {
    const { priority, fee } = this.get(txid)
    this.#deltas.set(hashKey(txid), { priority: priority + priorityDelta, fee: fee + feeDelta })
  }

  /** Lists all deltas by txid in hex, internal order. */
  entries(): Iterable<readonly [string, PriorityDeltas]> {
    return this.#deltas.entries()
  }

  isEmpty(): boolean {
    return this.#deltas.size === 0
  }

  forget(txid: Uint8Array): void {
    this.#deltas.delete(hashKey(txid))
  }
}
