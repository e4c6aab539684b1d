import type { Transport, TransportSink } from '../peer/index.ts'

/** One end of a connection in memory, as a peer of the node sees it, and what a test can do with the other end. */
export interface MemoryLine extends Transport {
  readonly sent: Uint8Array[]
  /** bytes from the other end */
  arrive(bytes: Uint8Array): void
  /** the other end goes away */
  hangUp(): void
  /** bytes that the system would hold: a peer that does not read */
  setPending(bytes: number): void
  readonly ended: boolean
  readonly paused: boolean
}

export function createMemoryLine(): MemoryLine {
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
