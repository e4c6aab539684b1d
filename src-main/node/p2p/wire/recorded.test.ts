import { describe, expect, it } from 'vitest'
import { parseBlock, readHeader, serializeBlock, serializeHeader } from '../../primitives/index.ts'
import { readVector } from '../../testing/vectors.ts'
import { ByteReader, concat, DecodeError, fromHex, toHex } from '../../util/index.ts'
import { decodeMessage, encodeFrame, encodeMessage, type FrameEvent, FrameReader } from './index.ts'

interface Session {
  readonly label: string
  readonly closed_by_node: boolean
  readonly msgs: readonly { readonly dir: 'to_node' | 'from_node'; readonly cmd: string; readonly hex: string }[]
}

/** Excludes the one message that was recorded only in part. */
const isWhole = ({ hex }: { readonly hex: string }) => !hex.endsWith('...')

const MAGIC = fromHex('2c8fe0b9')
/** Unknown commands that the recordings contain on purpose. */
const UNKNOWN = new Set(['foobar'])

describe('recorded sessions with komodod', () => {
  const sessions = (): Session[] => JSON.parse(readVector('tst1/p2p_raw.json'))

  function readEvents(bytes: Uint8Array, piece: number): FrameEvent[] {
    const events: FrameEvent[] = []
    const reader = new FrameReader({ magic: MAGIC }, (event) => events.push(event))
    for (let at = 0; at < bytes.length; at += piece) reader.feed(bytes.subarray(at, at + piece))
    return events
  }

  it('split into the recorded messages for any chunk size', () => {
    let frames = 0
    for (const { label, msgs } of sessions()) {
      for (const direction of ['to_node', 'from_node'] as const) {
        const own = msgs.filter((message) => message.dir === direction && isWhole(message))
        const stream = fromHex(own.map(({ hex }) => hex).join(''))
        for (const piece of [1, 17, 1460, stream.length + 1]) {
          const events = readEvents(stream, piece)
          if (label === 'wrong magic') {
            if (direction === 'to_node') expect(events).toEqual([{ kind: 'fatal', reason: 'magic' }])
            continue
          }
          expect(events.map((event) => event.kind === 'message' && event.command)).toEqual(own.map(({ cmd }) => cmd))
        }
        frames += own.length
      }
    }
    expect(frames).toBeGreaterThan(70)
  })

  it('contain messages that encode to the same bytes after decoding', () => {
    let compared = 0
    for (const { label, msgs } of sessions()) {
      if (label === 'wrong magic') continue
      for (const { cmd, hex } of msgs.filter(isWhole)) {
        const [event] = readEvents(fromHex(hex), 1000)
        if (event?.kind !== 'message') throw new Error(`${label}: ${cmd}`)
        const message = decodeMessage(event.command, event.payload)
        if (message.type === 'unknown') {
          expect(UNKNOWN.has(cmd)).toBe(true)
          continue
        }
        if (message.type === 'oversized') throw new Error('no recorded message is too long')
        const { command, payload } = encodeMessage(message)
        expect(toHex(encodeFrame(MAGIC, command, payload))).toBe(hex)
        // The block of a `block` message is parsed by the primitives.
        if (message.type === 'block') expect(serializeBlock(parseBlock(message.bytes))).toEqual(message.bytes)
        compared++
      }
    }
    expect(compared).toBe(70)
  })

  it('contain headers that encode to the same bytes after decoding', () => {
    const cut = sessions().flatMap(({ msgs }) => msgs.filter((message) => !isWhole(message)))
    expect(cut.map(({ cmd }) => cmd)).toEqual(['headers'])
    for (const { hex } of cut) {
      const bytes = fromHex(hex.slice(0, -3))
      expect(readEvents(bytes, 1000)).toEqual([])
      const reader = new ByteReader(bytes, 24)
      expect(reader.compactSize()).toBe(87)
      const headers = [readHeader(reader), reader.compactSize(), readHeader(reader), reader.compactSize()]
      const [first, none, second] = headers
      if (typeof first !== 'object' || typeof second !== 'object') throw new Error('two headers are there')
      expect(none).toBe(0)
      const { payload } = encodeMessage({ type: 'headers', headers: [{ ...first }, { ...second }] })
      expect(payload).toEqual(concat(Uint8Array.of(2), bytes.slice(25, reader.position)))
      expect(serializeHeader({ ...first }).length).toBe(1487)
    }
  })

  it('decode to a message or throw DecodeError when truncated at any byte', () => {
    const shortest = new Map<string, Uint8Array>()
    for (const { label, msgs } of sessions()) {
      if (label === 'wrong magic') continue
      for (const { cmd, hex } of msgs.filter(isWhole))
        if (!shortest.has(cmd)) shortest.set(cmd, fromHex(hex).subarray(24))
    }
    for (const [command, payload] of shortest) {
      for (let length = 0; length < Math.min(payload.length, 700); length++) {
        try {
          decodeMessage(command, payload.slice(0, length))
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError)
        }
      }
    }
  })
})
