import { describe, expect, it } from 'vitest'
import { sipHash24 } from './sipHash.ts'

describe('sipHash24', () => {
  const key = Uint32Array.of(0x0302_0100, 0x0706_0504, 0x0b0a_0908, 0x0f0e_0d0c)
  const data = Uint8Array.from({ length: 64 }, (_, index) => index)

  it.each([
    [0, '310e0edd'],
    [1, 'fd67dc93'],
    [2, '5a4fa9d9'],
    [3, '2d7efbd7'],
    [7, '37d1018b'],
    [8, '6224939a'],
    [15, 'e545be49'],
  ])('hashes %i bytes to the low half of the published vector', (length, bytes) => {
    const hash = sipHash24(key, data, length)
    expect(Buffer.from(Uint32Array.of(hash).buffer).toString('hex')).toBe(bytes)
  })
})
