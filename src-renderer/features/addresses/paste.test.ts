import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_ADDRESSES, readPaste } from './paste.ts'

const A = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const B = 'RQLQvSgpPAJNPgnpc8MrYsbBhep95nCS8L'
const SCRIPT = 'bKRr9ZmLFD1mQgLCBrKVT1n7EfRyNeTMLS'

describe('readPaste', () => {
  it('finds addresses between anything, each once', () => {
    for (const between of [' ', '\n', '\r\n\t', ',', ';', '", "', '</td><td>', '|', '\u200b', '\u00a0', ' → ']) {
      expect(readPaste(`${between}${A}${between}${B}${between}${A}${between}${SCRIPT}`).addresses).toEqual([
        A,
        B,
        SCRIPT,
      ])
    }
  })

  it('does not cut an address out of a longer word', () => {
    expect(readPaste(`x${A}y${B}`).addresses).toEqual([])
    expect(readPaste(`${A}0`).addresses).toEqual([])
    expect(readPaste(`é${A}`).addresses).toEqual([])
  })

  it('takes words for a label', () => {
    expect(readPaste('  cold storage ')).toMatchObject({ addresses: [], label: 'cold storage', mistaken: undefined })
    expect(readPaste('donaudampfschiffahrtsgeseIIschaft'.replaceAll('I', 'i')).addresses).toEqual([])
  })

  it('names what is often mistaken for an address', () => {
    expect(readPaste('ab'.repeat(32)).mistaken).toBe('txid')
    expect(readPaste(`02${'AB'.repeat(32)}`)).toMatchObject({ key: `02${'ab'.repeat(32)}`, mistaken: undefined })
    expect(readPaste(`${'ab'.repeat(32)} ${A}`).mistaken).toBeUndefined()
  })

  it('looks a bounded number up and says how many are left', () => {
    const digits = '123456789'
    const many = Array.from(
      { length: 150 },
      (_, n) =>
        `R${'x'.repeat(28)}${[...String(1000 + n)].map((d) => digits[Number(d) % 9]).join('')}${digits[n % 9]}${n > 74 ? 'a' : 'b'}`,
    )
    const distinct = new Set(many).size
    const read = readPaste(many.join(' '))
    expect(read.addresses.length).toBe(Math.min(MOST_ADDRESSES, distinct))
    expect(read.left).toBe(Math.max(0, distinct - MOST_ADDRESSES))
  })

  it('survives any text, and quickly', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const read = readPaste(text)
        expect(read.addresses.every((address) => text.includes(address))).toBe(true)
      }),
    )
    expect(readPaste('R'.repeat(5_000_000)).addresses).toEqual([])
  })
})
