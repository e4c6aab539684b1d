import type { AdmissionResult } from '../../core/index.ts'
import { hashKey } from '../../util/index.ts'
import type { Peer } from '../peer/index.ts'
import { MAX_PROVING, MAX_PROVING_PER_PEER } from './limits.ts'

type ProofFault = Exclude<AdmissionResult, { readonly ok: true }>
export type Prove = () => Promise<ProofFault | undefined>

interface UnprovenTx {
  readonly peer: Peer
  readonly txid: Uint8Array
  readonly prove: Prove
}

interface QueuedProof extends UnprovenTx {
  readonly answer: (fault: ProofFault | undefined) => void
}

/**
 * Transactions of peers that are valid except for their shielded proofs, which another thread verifies one after the other. If the
 * first false one of a peer costs it the connection, its others are dropped before anything is done for them.
 */
export class ProofQueue {
  readonly #queue = new Map<string, QueuedProof>()
  #running = false

  has(txid: Uint8Array): boolean {
    return this.#queue.has(hashKey(txid))
  }

  /** Queues a transaction. Beyond the limits it is forgotten: it may be announced again. @param answer not called once the peer has left */
  add(unproven: UnprovenTx, answer: QueuedProof['answer']): void {
    const own = [...this.#queue.values()].filter(({ peer }) => peer === unproven.peer).length
    if (this.#queue.size >= MAX_PROVING || own >= MAX_PROVING_PER_PEER) return
    this.#queue.set(hashKey(unproven.txid), { ...unproven, answer })
    if (!this.#running) void this.#run()
  }

  forget(peer: Peer): void {
    for (const [key, { peer: from }] of this.#queue) if (from === peer) this.#queue.delete(key)
  }

  async #run(): Promise<void> {
    const queue = this.#queue
    this.#running = true
    for (let [next] = queue; next !== undefined; [next] = queue) {
      const [key, { prove, answer }] = next
      try {
        const fault = await prove()
        // Its peer may have left in that time.
        if (queue.delete(key)) answer(fault)
      } catch {
        // No peer is at fault: the transaction may be announced again.
        queue.delete(key)
      }
    }
    this.#running = false
  }
}
