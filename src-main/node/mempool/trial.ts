import type { OutPoint, Transaction } from '../primitives/types.ts'
import type { ShieldedPool } from '../shielded/index.ts'
import type { Admission, AdmissionRefusal, Admitted, Candidate } from './admission.ts'
import { Pool, type PoolEntry, type PoolView, type SpentBy } from './pool.ts'
import type { AcceptOptions } from './types.ts'

/** The pool together with transactions that are not in it. */
class PoolOverlay implements PoolView {
  readonly #pool: PoolView
  readonly #added = new Pool()

  constructor(pool: PoolView) {
    this.#pool = pool
  }

  add(candidate: Candidate): void {
    this.#added.add({ ...candidate, sequence: 0 })
  }

  get(txid: Uint8Array): PoolEntry | undefined {
    return this.#added.get(txid) ?? this.#pool.get(txid)
  }

  spender(outpoint: OutPoint): SpentBy | undefined {
    return this.#added.spender(outpoint) ?? this.#pool.spender(outpoint)
  }

  nullifierSpender(pool: ShieldedPool, nullifier: Uint8Array): PoolEntry | undefined {
    return this.#added.nullifierSpender(pool, nullifier) ?? this.#pool.nullifierSpender(pool, nullifier)
  }
}

/** Checks transactions as if those that were added to the trial were in the pool. Changes nothing there. */
export class MempoolTrial {
  readonly #overlay: PoolOverlay
  readonly #admission: Pick<Admission, 'admit'>

  /** @param admissionFor creates the checks over a view of the pool */
  constructor(pool: PoolView, admissionFor: (view: PoolView) => Pick<Admission, 'admit'>) {
    this.#overlay = new PoolOverlay(pool)
    this.#admission = admissionFor(this.#overlay)
  }

  check(tx: Transaction, options: Pick<AcceptOptions, 'rejectAbsurdFee'>): Admitted | AdmissionRefusal {
    return this.#admission.admit(tx, options)
  }

  add(candidate: Candidate): void {
    this.#overlay.add(candidate)
  }
}
