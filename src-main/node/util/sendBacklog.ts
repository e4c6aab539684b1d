import type { Socket } from 'node:net'

/** Memory of a queued write in addition to its bytes: 260 to 400 bytes were measured with Node.js 24. */
export const WRITE_OVERHEAD = 400

/**
 * Writes to a socket and counts the memory of writes that the operating system has not accepted yet. A peer that reads
 * nothing can have a million queued replies of nine bytes.
 */
export class SendBacklog {
  readonly #socket: Socket
  readonly #onEmpty: () => void
  #waiting = 0

  /** @param onEmpty called when the operating system has accepted all queued writes */
  constructor(socket: Socket, onEmpty: () => void = () => undefined) {
    this.#socket = socket
    this.#onEmpty = onEmpty
  }

  /** Bytes of memory; 0 when the operating system has accepted all writes. */
  get bytes(): number {
    return this.#socket.writableLength + this.#waiting * WRITE_OVERHEAD
  }

  write(bytes: Uint8Array): void {
    // The operating system nearly always accepts the bytes immediately.
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
