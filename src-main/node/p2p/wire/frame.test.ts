import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concat, fromHex, toHex } from '../../util/index.ts'
import { encodeFrame, FRAME_HEAD, type FrameEvent, FrameReader, MAX_PAYLOAD } from './index.ts'

const MAGIC = fromHex('06c37150')

/** Returns all events of a stream that arrives in these pieces. */
function read(pieces: readonly Uint8Array[], maxPayload?: number) {
  const events: FrameEvent[] = []
  const reader = new FrameReader({ magic: MAGIC, ...(maxPayload !== undefined && { maxPayload }) }, (event) =>
    events.push(event),
  )
  for (const piece of pieces) reader.feed(piece)
  return { events, reader }
}

const head = (command: string, length: number) => {
  const frame = encodeFrame(MAGIC, command, new Uint8Array(0)).slice()
  new DataView(frame.buffer).setUint32(16, length, true)
  return frame
}

describe('FrameReader', () => {
  const messages = fc.array(
    fc.record({ command: fc.constantFrom('inv', 'ping', 'getblocktxn', 'twelveletter', ''), payload: fc.uint8Array() }),
    { maxLength: 6 },
  )

  it('reads the same messages however the stream is split', () => {
    fc.assert(
      fc.property(messages, fc.array(fc.nat(40), { maxLength: 30 }), (sent, cuts) => {
        const stream = concat(...sent.map(({ command, payload }) => encodeFrame(MAGIC, command, payload)))
        const pieces: Uint8Array[] = []
        let at = 0
        for (const length of cuts) {
          pieces.push(stream.slice(at, at + length))
          at += length
        }
        const { events, reader } = read([...pieces, stream.slice(at)])
        expect(events).toEqual(sent.map((message) => ({ kind: 'message', ...message })))
        expect(reader.buffered).toBe(0)
        expect(reader.midMessage).toBe(false)
      }),
    )
  })

  it('copies payloads from the chunk, which the socket may reuse', () => {
    const chunk = encodeFrame(MAGIC, 'ping', fromHex('0102030405060708'))
    const { events } = read([chunk])
    chunk.fill(0)
    expect(events).toEqual([{ kind: 'message', command: 'ping', payload: fromHex('0102030405060708') }])
  })

  it('drops a message with a wrong checksum and reads the next', () => {
    const broken = encodeFrame(MAGIC, 'ping', fromHex('0102030405060708'))
    broken[FRAME_HEAD] = 9
    const { events } = read([concat(broken, encodeFrame(MAGIC, 'verack', new Uint8Array(0)))])
    expect(events).toEqual([
      { kind: 'dropped', command: 'ping', reason: 'checksum', bytes: 32 },
      { kind: 'message', command: 'verack', payload: new Uint8Array(0) },
    ])
  })

  it.each([
    ['a control character', [0x70, 0x07, 0]],
    ['a byte above ASCII', [0x70, 0xe9, 0]],
    ['letters after the end', [0x70, 0, 0x70]],
  ])('drops a message whose command has %s', (_name, bytes) => {
    const frame = encodeFrame(MAGIC, '', new Uint8Array(0))
    frame.set(bytes, 4)
    const { events } = read([frame])
    expect(events).toEqual([{ kind: 'dropped', command: '', reason: 'command', bytes: 24 }])
  })

  it('stops at the first wrong byte of the magic, and ignores later bytes', () => {
    const { events, reader } = read([fromHex('06c3'), fromHex('72'), encodeFrame(MAGIC, 'ping', new Uint8Array(8))])
    expect(events).toEqual([{ kind: 'fatal', reason: 'magic' }])
    expect(reader.midMessage).toBe(false)
  })

  it('stops at a length above the limit, and accepts the limit itself', () => {
    expect(read([head('block', MAX_PAYLOAD + 1)]).events).toEqual([{ kind: 'fatal', reason: 'length' }])
    expect(read([head('block', 0xffffffff)]).events).toEqual([{ kind: 'fatal', reason: 'length' }])
    expect(read([head('block', MAX_PAYLOAD)]).events).toEqual([])
    expect(read([encodeFrame(MAGIC, 'block', new Uint8Array(9))], 8).events).toEqual([
      { kind: 'fatal', reason: 'length' },
    ])
  })

  it('allocates memory only for bytes that have arrived', () => {
    const before = process.memoryUsage().arrayBuffers
    const readers = Array.from({ length: 200 }, () => read([head('block', MAX_PAYLOAD), new Uint8Array(100)]).reader)
    const grown = process.memoryUsage().arrayBuffers - before
    expect(readers.every(({ buffered, midMessage }) => buffered === FRAME_HEAD + 100 && midMessage)).toBe(true)
    expect(grown).toBeLessThan(200 * 65_536)
  })

  it('frees its memory when it is dropped, and ignores later bytes', () => {
    const half = encodeFrame(MAGIC, 'block', new Uint8Array(2_000_000)).subarray(0, 1_500_000)
    const readers = Array.from({ length: 20 }, () => read([half]))
    const before = process.memoryUsage().arrayBuffers
    for (const { reader, events } of readers) {
      reader.drop()
      reader.feed(half.subarray(0, 500_024))
      expect([events, reader.midMessage]).toEqual([[], false])
    }
    expect(before - process.memoryUsage().arrayBuffers).toBeGreaterThan(20_000_000)
  })

  it('reads a block of maximum size from small pieces without repeated copies', () => {
    const payload = Uint8Array.from({ length: MAX_PAYLOAD }, (_, index) => index * 7)
    const frame = encodeFrame(MAGIC, 'block', payload)
    const pieces: Uint8Array[] = []
    for (let at = 0; at < frame.length; at += 1460) pieces.push(frame.subarray(at, at + 1460))
    const { events } = read(pieces)
    const [event] = events
    expect(event?.kind === 'message' && Buffer.compare(event.payload, payload)).toBe(0)
  })
})

describe('encodeFrame', () => {
  it('writes the checksum of an empty payload', () => {
    expect(toHex(encodeFrame(MAGIC, 'verack', new Uint8Array(0)))).toBe(
      '06c3715076657261636b000000000000000000005df6e0e2',
    )
  })
})
