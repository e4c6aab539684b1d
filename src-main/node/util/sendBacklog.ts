import type { Socket } from 'node:net'

/** Memory that a write which waits takes beside its bytes: 260 to 400 bytes were measured with Node.js 24. */
export const WRITE_OVERHEAD = 400

/**
 * Writes to a socket and counts what the system has not taken yet, as memory: a peer that reads nothing can have a million
 * answers of nine bytes waiting.
 */
export class SendBacklog {
  readonly #socket: Socket
  readonly #onEmpty: () => void
  #waiting = 0

  /** @param onEmpty called when the system has taken writes that waited, and nothing is left */
  constructor(socket: Socket, onEmpty: () => void = () => undefined) {
    this.#socket = socket
    this.#onEmpty = onEmpty
  }

  /** Bytes of memory; 0 when the system has taken everything. */
  get bytes(): number {
    return this.#socket.writableLength + this.#waiting * WRITE_OVERHEAD
  }

  write(bytes: Uint8Array): void {
    // Nearly always the system takes it at once.
    if (this.#socket.writableLength === 0) {
      this.#socket.write(bytes)
      return
    }
    this.#waiting++
    this.#socket.write(bytes, this.#taken)
  }

  readonly #taken = (): void => {
    this.#waiting--
    if (this.bytes === 0) this.#onEmpty()
  }
}
