import type { IncomingMessage } from 'node:http'

interface Upload extends Pick<IncomingMessage, 'headers'> {
  pause(): unknown
  resume(): unknown
}

/** Maximum number of pieces of long bodies, of at most 64 KB each, that are read in one turn of the event loop. */
const PIECES_PER_TURN = 8
/**
 * Number of paused uploads at which further ones in chunks are refused. For each, Node.js keeps what it had read before
 * the pause: 64 KB, but about 3 MB if they are chunks of one byte.
 */
const MAX_PAUSED = 32

/**
 * Limits the pieces of long bodies that are read in one turn of the event loop. Only one connection is accepted per
 * turn, so long turns would delay other clients. Uploads beyond the limit are paused, and resumed in order.
 */
export class UploadTurns {
  readonly #paused = new Set<Upload>()
  #read = 0
  #scheduled = false

  /** Must be called for each piece of a long body. Returns false if the upload must be refused. */
  take(upload: Upload): boolean {
    this.#read++
    // While uploads are queued, no other may read twice before them.
    if (this.#read >= PIECES_PER_TURN || this.#paused.size > 0) {
      if (this.#paused.size >= MAX_PAUSED && isChunked(upload)) return false
      upload.pause()
      this.#paused.add(upload)
    }
    this.#schedule()
    return true
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#beginTurn()
    })
  }

  #beginTurn(): void {
    this.#read = 0
    for (const upload of [...this.#paused].slice(0, PIECES_PER_TURN)) {
      this.#paused.delete(upload)
      upload.resume()
    }
    if (this.#paused.size > 0) this.#schedule()
  }
}

const isChunked = ({ headers }: Upload) => headers['transfer-encoding'] !== undefined
