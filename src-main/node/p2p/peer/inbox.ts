import { CHUNK_OVERHEAD } from './limits.ts'

/** Bytes of a connection that have arrived and are not parsed yet. */
export interface Inbox {
  /** memory that they take; 0 if there are none */
  readonly bytes: number
  push(chunk: Uint8Array): void
  /** Passes the oldest bytes to `read`, which returns how far it got. */
  read(read: (chunk: Uint8Array, offset: number) => number): void
  clear(): void
}

export function createInbox(): Inbox {
  let chunks: Uint8Array[] = []
  /** bytes of the first chunk that are parsed */
  let offset = 0
  let bytes = 0
  return {
    get bytes() {
      return bytes
    },
    push(chunk) {
      if (chunk.length === 0) return
      chunks.push(chunk)
      bytes += chunk.length + CHUNK_OVERHEAD
    },
    read(read) {
      const [first] = chunks
      if (first === undefined) return
      const end = read(first, offset)
      // `read` may have ended the connection, which clears the inbox.
      if (chunks[0] !== first) return
      bytes -= end - offset
      offset = end
      if (end < first.length) return
      chunks.shift()
      bytes -= CHUNK_OVERHEAD
      offset = 0
    },
    clear() {
      chunks = []
      offset = 0
      bytes = 0
    },
  }
}
