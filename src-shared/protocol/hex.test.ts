import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bytesToHex, hexToBytes } from './hex.ts'

it('writes bytes as hex and reads them back', () => {
  expect(bytesToHex(Uint8Array.of(0, 15, 255))).toBe('000fff')
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void expect(hexToBytes(bytesToHex(bytes))).toEqual(bytes)))
})
