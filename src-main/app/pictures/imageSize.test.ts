import { describe, expect, it } from 'vitest'
import { buildPng } from '../../../e2e/support/pictureServer.ts'
import { pictureSize } from './imageSize.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const u16le = (value: number) => [value & 0xff, value >> 8]
const u16be = (value: number) => [value >> 8, value & 0xff]

/** Builds a GIF with frames of the given position and size. */
function gif(screen: readonly [number, number], frame: readonly [number, number, number, number], frames = 1): Buffer {
  const one = [0x2c, ...frame.flatMap(u16le), 0, 2, 1, 0xaa, 0]
  const extension = [0x21, 0xf9, 4, 0, 0, 0, 0, 0]
  const bodies = Array.from({ length: frames }, () => [...extension, ...one]).flat()
  return Buffer.from([...latin('GIF89a'), ...screen.flatMap(u16le), 0x80, 0, 0, ...Array(6).fill(0), ...bodies, 0x3b])
}

const jpeg = (width: number, height: number, marker = 0xc0) =>
  Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc4, 0, 3, 9, 0xff, 0xff, marker, 0, 11, 8],
    ...[...u16be(height), ...u16be(width), 1, 1, 0x11, 0],
  ])

const riff = (kind: string, body: readonly number[]) =>
  Buffer.concat([latin('RIFF\0\0\0\0WEBP'), latin(kind), Buffer.from([0, 0, 0, 0, ...body]), Buffer.alloc(20)])

describe('pictureSize', () => {
  it('reads the size from the header of all four formats', () => {
    expect(pictureSize(buildPng(3, 2))).toEqual({ type: 'image/png', width: 3, height: 2 })
    expect(pictureSize(gif([300, 200], [0, 0, 300, 200]))).toEqual({ type: 'image/gif', width: 300, height: 200 })
    for (const marker of [0xc0, 0xc1, 0xc2]) {
      expect(pictureSize(jpeg(640, 480, marker))).toEqual({ type: 'image/jpeg', width: 640, height: 480 })
    }
    const lossy = riff('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, ...u16le(320), ...u16le(240)])
    expect(pictureSize(lossy)).toEqual({ type: 'image/webp', width: 320, height: 240 })
    const bits = 99 | (49 << 14)
    const lossless = riff('VP8L', [0x2f, bits & 0xff, (bits >> 8) & 0xff, (bits >> 16) & 0xff, bits >> 24])
    expect(pictureSize(lossless)).toEqual({ type: 'image/webp', width: 100, height: 50 })
    const extended = riff('VP8X', [0, 0, 0, 0, 0xff, 0xff, 0, 0x0f, 0, 0])
    expect(pictureSize(extended)).toEqual({ type: 'image/webp', width: 65_536, height: 16 })
  })

  it('returns the largest frame of a GIF, and undefined for more than 1000 frames', () => {
    expect(pictureSize(gif([1, 1], [10, 20, 60_000, 50_000]))).toEqual({
      ...{ type: 'image/gif', width: 60_010, height: 50_020 },
    })
    expect(pictureSize(gif([1, 1], [0, 0, 1, 1], 1001))).toBeUndefined()
  })

  it('returns undefined for other content and for pictures without a size', () => {
    const none = [
      '',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<?xml version="1.0"?><svg/>',
      '<html>',
      'GIF89a',
      'BM000',
    ]
    for (const text of none) expect(pictureSize(latin(text))).toBeUndefined()
    expect(pictureSize(buildPng(0, 5))).toBeUndefined()
    expect(pictureSize(gif([5, 5], [0, 0, 5, 5], 0))).toBeUndefined()
    expect(pictureSize(latin('\xff\xd8\xff\xe0\0\0'))).toBeUndefined()
  })

  it('returns undefined or a positive size for arbitrary bytes', () => {
    const samples = [buildPng(9, 9), gif([9, 9], [0, 0, 9, 9], 3), jpeg(9, 9), riff('VP8X', [1, 2, 3])]
    let seed = 17
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return (seed >>> 8) % below
    }
    for (let run = 0; run < 5000; run++) {
      const bytes = Buffer.from(samples[run % samples.length]!)
      for (let change = 0; change < 3; change++) bytes[random(bytes.length)] = random(256)
      const size = pictureSize(bytes.subarray(0, random(bytes.length + 1)))
      if (size !== undefined) expect(size.width * size.height).toBeGreaterThan(0)
    }
  })
})
