import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_LOOKUP_ADDRESSES, readPaste } from './paste.ts'

const A = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const B = 'RQLQvSgpPAJNPgnpc8MrYsbBhep95nCS8L'
const SCRIPT = 'bKRr9ZmLFD1mQgLCBrKVT1n7EfRyNeTMLS'

describe('readPaste', () => {
  it('finds each address once, for any separators', () => {
    for (const between of [' ', '\n', '\r\n\t', ',', ';', '", "', '</td><td>', '|', '\u200b', '\u00a0', ' → ']) {
      expect(readPaste(`${between}${A}${between}${B}${between}${A}${between}${SCRIPT}`).addresses).toEqual([
        A,
        B,
        SCRIPT,
      ])
    }
  })

  it('ignores addresses that are part of a longer word', () => {
    expect(readPaste(`x${A}y${B}`).addresses).toEqual([])
    expect(readPaste(`${A}0`).addresses).toEqual([])
    expect(readPaste(`é${A}`).addresses).toEqual([])
  })

  it('finds no address in words, ids and keys', () => {
    for (const text of ['cold storage', 'donaudampfschiffahrtsgeseiischaft', 'ab'.repeat(32), `02${'AB'.repeat(32)}`])
      expect(readPaste(text).addresses).toEqual([])
  })

  it('returns a limited number of addresses, and how many are left', () => {
    const digits = '123456789'
    const many = Array.from(
      { length: 150 },
      (_, n) =>
        `R${'x'.repeat(28)}${[...String(1000 + n)].map((d) => digits[Number(d) % 9]).join('')}${digits[n % 9]}${n > 74 ? 'a' : 'b'}`,
    )
    const distinct = new Set(many).size
    const read = readPaste(many.join(' '))
    expect(read.addresses.length).toBe(Math.min(MAX_LOOKUP_ADDRESSES, distinct))
    expect(read.left).toBe(Math.max(0, distinct - MAX_LOOKUP_ADDRESSES))
  })

  it('handles any text, and 5 million characters quickly', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const read = readPaste(text)
        expect(read.addresses.every((address) => text.includes(address))).toBe(true)
      }),
    )
    expect(readPaste('R'.repeat(5_000_000)).addresses).toEqual([])
  })
})
