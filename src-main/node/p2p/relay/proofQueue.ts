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
 * Queue of peer transactions that are valid except for their shielded proofs, which another thread verifies one at a
 * time. When an invalid proof disconnects a peer, its other queued transactions are dropped unverified.
 */
export class ProofQueue {
  readonly #queue = new Map<string, QueuedProof>()
  #running = false

  has(txid: Uint8Array): boolean {
    return this.#queue.has(hashKey(txid))
  }

  /**
   * Queues a transaction. Drops it if a queue limit is reached; the peer may announce it again.
   * @param answer not called after the peer has disconnected
   */
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
        // The peer may have disconnected during the verification.
        if (queue.delete(key)) answer(fault)
      } catch {
        // Verification failed locally, not because of the peer: no ban score; the transaction may be announced again.
        queue.delete(key)
      }
    }
    this.#running = false
  }
}
