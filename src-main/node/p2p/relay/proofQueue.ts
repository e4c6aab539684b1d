import type { AdmissionResult } from '../../core/index.ts'
import { hashKey } from '../../util/index.ts'
import type { Peer } from '../peer/index.ts'
import { MAX_PROVING, MAX_PROVING_A_PEER } from './limits.ts'

/** What is wrong with a transaction. */
type Fault = Exclude<AdmissionResult, { readonly ok: true }>
export type Prove = () => Promise<Fault | undefined>

interface Unproven {
  readonly peer: Peer
  readonly txid: Uint8Array
  readonly prove: Prove
}

/**
 * Transactions of peers that are in order but for their shielded proofs, which another thread verifies one after the other. A
 * peer whose first false one costs it the connection is rid of the others too, before anything is done for them.
 */
export interface Proving {
  has(txid: Uint8Array): boolean
  /** Beyond the limits it is forgotten: it may be announced again. @param answer not called once the peer has left */
  add(unproven: Unproven, answer: (fault: Fault | undefined) => void): void
  forget(peer: Peer): void
}

export function createProving(): Proving {
  const waiting = new Map<string, Unproven & { readonly answer: (fault: Fault | undefined) => void }>()
  let running = false

  async function run(): Promise<void> {
    running = true
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const [key, { prove, answer }] = next
      try {
        const fault = await prove()
        // Its peer may have left meanwhile.
        if (waiting.delete(key)) answer(fault)
      } catch {
        // Nobody is to blame: it may be announced again.
        waiting.delete(key)
      }
    }
    running = false
  }

  return {
    has: (txid) => waiting.has(hashKey(txid)),
    add(unproven, answer) {
      const own = [...waiting.values()].filter(({ peer }) => peer === unproven.peer).length
      if (waiting.size >= MAX_PROVING || own >= MAX_PROVING_A_PEER) return
      waiting.set(hashKey(unproven.txid), { ...unproven, answer })
      if (!running) void run()
    },
    forget(peer) {
      for (const [key, { peer: from }] of waiting) if (from === peer) waiting.delete(key)
    },
  }
}
