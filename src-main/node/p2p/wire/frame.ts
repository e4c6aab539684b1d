import { sha256d } from '../../crypto/index.ts'
import type { FrameEvent, FrameReader } from './types.ts'

/** magic 4, command 12, length 4, checksum 4 */
export const FRAME_HEAD = 24
/** A block of the largest size with a frame of its own fits (p2p.md §1). */
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
export function createFrameReader(options: FrameReaderOptions, sink: (event: FrameEvent) => void): FrameReader {
  const { magic, maxPayload = MAX_PAYLOAD } = options
  const head = new Uint8Array(FRAME_HEAD)
  const view = new DataView(head.buffer)
  let headLength = 0
  let payload = new Uint8Array(0)
  let payloadLength = 0
  let dead = false

  function drop(): void {
    dead = true
    payload.buffer.transfer(0)
    payload = new Uint8Array(0)
    payloadLength = 0
  }

  const die = (reason: 'magic' | 'length') => {
    drop()
    sink({ kind: 'fatal', reason })
  }

  /** Returns how many bytes were taken. */
  function takeHead(chunk: Uint8Array, from: number): number {
    const count = Math.min(FRAME_HEAD - headLength, chunk.length - from)
    head.set(chunk.subarray(from, from + count), headLength)
    for (let i = headLength; i < Math.min(COMMAND_AT, headLength + count); i++) {
      if (head[i] !== magic[i]) {
        die('magic')
        return count
      }
    }
    headLength += count
    if (headLength === FRAME_HEAD && view.getUint32(LENGTH_AT, true) > maxPayload) die('length')
    return count
  }

  function takePayload(chunk: Uint8Array, from: number, length: number): number {
    const count = Math.min(length - payloadLength, chunk.length - from)
    const end = payloadLength + count
    if (end > payload.length) {
      const size = end === length ? length : Math.min(length, Math.max(FIRST_BLOCK, 2 * payload.length, end))
      // The buffer is not shared yet: it grows in place and leaves no smaller ones to the garbage collector.
      payload = new Uint8Array(payload.buffer.transfer(size))
    }
    payload.set(chunk.subarray(from, from + count), payloadLength)
    payloadLength = end
    return count
  }

  function finish(length: number): void {
    const body = payload.length === length ? payload : payload.slice(0, length)
    payload = new Uint8Array(0)
    payloadLength = 0
    headLength = 0
    sink(eventOf(head, body))
  }

  function feedOne(chunk: Uint8Array, offset: number): number {
    let at = offset
    while (!dead) {
      if (headLength < FRAME_HEAD) {
        if (at === chunk.length) return at
        at += takeHead(chunk, at)
        continue
      }
      const length = view.getUint32(LENGTH_AT, true)
      at += takePayload(chunk, at, length)
      if (payloadLength === length) finish(length)
      return at
    }
    return chunk.length
  }

  return {
    feedOne,
    feed(chunk) {
      for (let at = 0; at < chunk.length; ) at = feedOne(chunk, at)
    },
    drop,
    get buffered() {
      return headLength + payloadLength
    },
    get midMessage() {
      return headLength > 0 && !dead
    },
  }
}

function eventOf(head: Uint8Array, payload: Uint8Array): FrameEvent {
  const { command, valid } = commandOf(head.subarray(COMMAND_AT, LENGTH_AT))
  const bytes = FRAME_HEAD + payload.length
  if (!valid) return { kind: 'dropped', command, reason: 'command', bytes }
  const checksum = sha256d(payload)
  for (let i = 0; i < 4; i++) {
    if (checksum[i] !== head[CHECKSUM_AT + i]) return { kind: 'dropped', command, reason: 'checksum', bytes }
  }
  return { kind: 'message', command, payload }
}

/** Printable characters up to the first zero, and zeros from there. */
function commandOf(field: Uint8Array): { readonly command: string; readonly valid: boolean } {
  const end = field.indexOf(0)
  const text = end < 0 ? field : field.subarray(0, end)
  const rest = field.subarray(text.length)
  const valid = text.every((byte) => byte >= 0x20 && byte <= 0x7e) && rest.every((byte) => byte === 0)
  return { command: valid ? String.fromCharCode(...text) : '', valid }
}
