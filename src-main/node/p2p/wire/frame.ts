import { sha256d } from '../../crypto/index.ts'
import type { FrameEvent } from './types.ts'

/** magic 4, command 12, length 4, checksum 4 */
export const FRAME_HEAD = 24
/** Maximum payload: a block of maximum size fits (p2p.md §1). */
export const MAX_PAYLOAD = 4_194_328

const COMMAND_AT = 4
const LENGTH_AT = 16
const CHECKSUM_AT = 20
/** Memory allocated for a message before its bytes have arrived. */
const FIRST_BLOCK = 16_384

/** @param command ASCII, at most 12 characters */
export function encodeFrame(magic: Uint8Array, command: string, payload: Uint8Array): Uint8Array {
  const frame = new Uint8Array(FRAME_HEAD + payload.length)
  frame.set(magic)
  for (let i = 0; i < command.length; i++) frame[COMMAND_AT + i] = command.charCodeAt(i)
  new DataView(frame.buffer).setUint32(LENGTH_AT, payload.length, true)
  frame.set(sha256d(payload).subarray(0, 4), CHECKSUM_AT)
  frame.set(payload, FRAME_HEAD)
  return frame
}

export interface FrameReaderOptions {
  /** 4 bytes, wire order */
  readonly magic: Uint8Array
  readonly maxPayload?: number
}

/** Splits a stream into messages (p2p.md §1). A wrong magic is detected at its first wrong byte. */
export class FrameReader {
  readonly #magic: Uint8Array
  readonly #maxPayload: number
  readonly #sink: (event: FrameEvent) => void
  readonly #head = new Uint8Array(FRAME_HEAD)
  readonly #view = new DataView(this.#head.buffer)
  #headLength = 0
  #payload = new Uint8Array(0)
  #payloadLength = 0
  #dead = false

  constructor({ magic, maxPayload = MAX_PAYLOAD }: FrameReaderOptions, sink: (event: FrameEvent) => void) {
    this.#magic = magic
    this.#maxPayload = maxPayload
    this.#sink = sink
  }

  /** bytes held for an incomplete message */
  get buffered(): number {
    return this.#headLength + this.#payloadLength
  }

  /** true inside a frame; distinguishes a peer that stalls within a message from an idle one */
  get midMessage(): boolean {
    return this.#headLength > 0 && !this.#dead
  }

  /** Calls the sink for every complete message, in order. The chunk is not kept and may be reused. */
  feed(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) at = this.feedOne(chunk, at)
  }

  /** Reads from `offset` to the end of one message, or of the chunk. Returns the end position. */
  feedOne(chunk: Uint8Array, offset: number): number {
    let at = offset
    while (!this.#dead) {
      if (this.#headLength < FRAME_HEAD) {
        if (at === chunk.length) return at
        at += this.#takeHead(chunk, at)
        continue
      }
      const length = this.#view.getUint32(LENGTH_AT, true)
      at += this.#takePayload(chunk, at, length)
      if (this.#payloadLength === length) this.#finish(length)
      return at
    }
    return chunk.length
  }

  /** Stops the reader and frees its buffer at once; garbage collection could take minutes. */
  drop(): void {
    this.#dead = true
    this.#payload.buffer.transfer(0)
    this.#payload = new Uint8Array(0)
    this.#payloadLength = 0
  }

  #die(reason: 'magic' | 'length'): void {
    this.drop()
    this.#sink({ kind: 'fatal', reason })
  }

  /** Returns the number of bytes consumed. */
  #takeHead(chunk: Uint8Array, from: number): number {
    const head = this.#head
    const before = this.#headLength
    const count = Math.min(FRAME_HEAD - before, chunk.length - from)
    head.set(chunk.subarray(from, from + count), before)
    for (let i = before; i < Math.min(COMMAND_AT, before + count); i++) {
      if (head[i] !== this.#magic[i]) {
        this.#die('magic')
        return count
      }
    }
    this.#headLength = before + count
    if (this.#headLength === FRAME_HEAD && this.#view.getUint32(LENGTH_AT, true) > this.#maxPayload) this.#die('length')
    return count
  }

  #takePayload(chunk: Uint8Array, from: number, length: number): number {
    const count = Math.min(length - this.#payloadLength, chunk.length - from)
    const end = this.#payloadLength + count
    const allocated = this.#payload.length
    if (end > allocated) {
      const size = end === length ? length : Math.min(length, Math.max(FIRST_BLOCK, 2 * allocated, end))
      // The buffer is not shared yet, so it grows in place and leaves no smaller buffers to the garbage collector.
      this.#payload = new Uint8Array(this.#payload.buffer.transfer(size))
    }
    this.#payload.set(chunk.subarray(from, from + count), this.#payloadLength)
    this.#payloadLength = end
    return count
  }

  #finish(length: number): void {
    const body = this.#payload.length === length ? this.#payload : this.#payload.slice(0, length)
    this.#payload = new Uint8Array(0)
    this.#payloadLength = 0
    this.#headLength = 0
    this.#sink(toFrameEvent(this.#head, body))
  }
}

function toFrameEvent(head: Uint8Array, payload: Uint8Array): FrameEvent {
  const { command, valid } = readCommand(head.subarray(COMMAND_AT, LENGTH_AT))
  const bytes = FRAME_HEAD + payload.length
  if (!valid) return { kind: 'dropped', command, reason: 'command', bytes }
  const checksum = sha256d(payload)
  for (let i = 0; i < 4; i++) {
    if (checksum[i] !== head[CHECKSUM_AT + i]) return { kind: 'dropped', command, reason: 'checksum', bytes }
  }
  return { kind: 'message', command, payload }
}

/** Reads printable characters up to the first zero; the rest must be zeros. */
function readCommand(field: Uint8Array): { readonly command: string; readonly valid: boolean } {
  const end = field.indexOf(0)
  const text = end < 0 ? field : field.subarray(0, end)
  const rest = field.subarray(text.length)
  const valid = text.every((byte) => byte >= 0x20 && byte <= 0x7e) && rest.every((byte) => byte === 0)
  return { command: valid ? String.fromCharCode(...text) : '', valid }
}
