/** Shorter pieces are copied together. */
const SHORT = 4096
/** Size of the buffer for short pieces. */
const COPY_SIZE = 16 * 1024

/**
 * Bytes that arrive in pieces. Short pieces are copied together, because each piece takes a few hundred bytes in
 * addition to its own: a body in chunks of one byte would fill the memory.
 */
export class PieceList {
  readonly #pieces: Buffer[] = []
  #copies = Buffer.alloc(0)
  /** Start and end of the bytes in `#copies` that are not yet in `#pieces`. */
  #start = 0
  #end = 0

  add(piece: Buffer): void {
    if (piece.length >= SHORT) {
      this.#close()
      this.#pieces.push(piece)
      return
    }
    if (this.#end + piece.length > this.#copies.length) {
      this.#close()
      this.#copies = Buffer.allocUnsafeSlow(COPY_SIZE)
      this.#start = 0
      this.#end = 0
    }
    this.#end += piece.copy(this.#copies, this.#end)
  }

  /** Returns all bytes in their order. No piece may be added afterwards. */
  all(): Buffer[] {
    this.#close()
    return this.#pieces
  }

  #close(): void {
    if (this.#end > this.#start) this.#pieces.push(this.#copies.subarray(this.#start, this.#end))
    this.#start = this.#end
  }
}
