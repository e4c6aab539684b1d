import type { PeerTransport, TransportSink } from '../peer/index.ts'
import type { LoopbackLink } from '../peer/pairNonces.ts'

/** In-memory connection: the transport of a peer, and the other end for the test. */
export interface MemoryLine extends PeerTransport {
  readonly sent: Uint8Array[]
  /** delivers bytes from the other end */
  arrive(bytes: Uint8Array): void
  hangUp(): void
  /** bytes in the system's buffers, as for a peer that does not read */
  setPending(bytes: number): void
  readonly ended: boolean
  readonly paused: boolean
}

export function createMemoryLine(loopback?: LoopbackLink): MemoryLine {
  const sent: Uint8Array[] = []
  let sink: TransportSink | undefined
  let pending = 0
  let ended = false
  let paused = false
  const end = () => {
    ended = true
    sink = undefined
  }
  return {
    sent,
    loopback,
    get pending() {
      return pending
    },
    get ended() {
      return ended
    },
    get paused() {
      return paused
    },
    attach(given) {
      sink = given
    },
    write: (bytes) => void sent.push(bytes),
    pause() {
      paused = true
    },
    resume() {
      paused = false
    },
    close: end,
    destroy: end,
    arrive: (bytes) => sink?.data(bytes),
    hangUp() {
      const last = sink
      end()
      last?.closed()
    },
    setPending(bytes) {
      const drained = pending > 0 && bytes === 0
      pending = bytes
      if (drained) sink?.drained()
    },
  }
}
