import { type FrameEvent, FrameReader } from '../wire/index.ts'
import { CHUNK_OVERHEAD, MAX_READ_AHEAD } from './limits.ts'
import type { PeerTransport } from './transport.ts'
import type { PeerFacts, PeerSettings } from './types.ts'

/** Receive buffer of a connection. The message loop schedules the reading of messages. */
export class Inbox {
  /** maximum size in bytes; above it the transport is paused */
  readonly #limit: number
  readonly #transport: Pick<PeerTransport, 'pause' | 'resume'>
  readonly #reader: FrameReader
  #chunks: Uint8Array[] = []
  /** number of bytes read from the first chunk */
  #offset = 0
  #bytes = 0
  #paused = false
  #sink: ((event: FrameEvent) => void) | undefined
  #ended = false

  constructor(
    { magic, maxReceiveBuffer }: Pick<PeerSettings, 'magic' | 'maxReceiveBuffer'>,
    { inbound, whitelisted }: Pick<PeerFacts, 'inbound' | 'whitelisted'>,
    transport: Pick<PeerTransport, 'pause' | 'resume'>,
  ) {
    const trusted = !inbound || whitelisted
    this.#limit = trusted ? maxReceiveBuffer : Math.min(MAX_READ_AHEAD, maxReceiveBuffer)
    this.#transport = transport
    this.#reader = new FrameReader({ magic }, (event) => this.#sink?.(event))
  }

  /** memory of the unread bytes; 0 if the inbox is empty */
  get bytes(): number {
    return this.#bytes
  }

  /** memory of the unread bytes and of the incomplete message */
  get held(): number {
    return this.#bytes + this.#reader.buffered
  }

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return
    this.#chunks.push(chunk)
    this.#bytes += chunk.length + CHUNK_OVERHEAD
    if (this.#paused || this.#bytes < this.#limit) return
    this.#paused = true
    this.#transport.pause()
  }

  /**
   * Reads up to the end of one message, or to the end of the oldest chunk.
   * @param sink called with the message, or its fault, before its bytes count as read
   */
  readOne(sink: (event: FrameEvent) => void): void {
    const [first] = this.#chunks
    this.#sink = sink
    if (first !== undefined) {
      const end = this.#reader.feedOne(first, this.#offset)
      // The sink may have ended the connection, which clears the inbox.
      if (this.#chunks[0] === first) this.#advance(first, end)
    }
    this.#resume()
  }

  /** Frees everything after the end of the connection. */
  clear(): void {
    this.#reader.drop()
    this.#chunks = []
    this.#offset = 0
    this.#bytes = 0
    this.#ended = true
  }

  #advance(first: Uint8Array, end: number): void {
    this.#bytes -= end - this.#offset
    this.#offset = end
    if (end < first.length) return
    this.#chunks.shift()
    this.#bytes -= CHUNK_OVERHEAD
    this.#offset = 0
  }

  /** Resume reading when half of the buffer is free, not at every byte. */
  #resume(): void {
    if (!this.#paused || this.#ended || this.#bytes > this.#limit / 2) return
    this.#paused = false
    this.#transport.resume()
  }
}
