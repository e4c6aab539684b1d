import type { OwnedPeer } from './types.ts'

/** Time for messages in one turn of the event loop: everything else gets its turn after it. */
const SLICE_MILLIS = 4

export interface MessageLoop {
  /** the peer has something to do */
  wake(peer: OwnedPeer): void
  stop(): void
}

/**
 * Handles the messages of all peers, one of each in turn, in slices: a peer that sends a thousand of them at once holds up
 * neither the others nor the node.
 */
export function createMessageLoop(deps: {
  readonly millis: () => number
  /** calls back after the events that wait */
  readonly soon: (callback: () => void) => void
  /** a fault of ours, met while handling a message of this peer */
  readonly failed: (peer: OwnedPeer, error: unknown) => void
}): MessageLoop {
  const { millis, soon, failed } = deps
  const waiting = new Set<OwnedPeer>()
  let scheduled = false
  let stopped = false

  function step(peer: OwnedPeer): boolean {
    try {
      return peer.step()
    } catch (error) {
      failed(peer, error)
      return false
    }
  }

  function slice(): void {
    scheduled = false
    if (stopped) return
    const end = millis() + SLICE_MILLIS
    do {
      for (const peer of waiting) {
        waiting.delete(peer)
        // A set goes on with what is added to its end: the peer's next turn comes after all the others'.
        if (step(peer)) waiting.add(peer)
        if (millis() >= end) break
      }
    } while (waiting.size > 0 && millis() < end)
    if (waiting.size > 0) schedule()
  }

  function schedule(): void {
    if (scheduled || stopped) return
    scheduled = true
    soon(slice)
  }

  return {
    wake(peer) {
      waiting.add(peer)
      schedule()
    },
    stop() {
      stopped = true
      waiting.clear()
    },
  }
}
