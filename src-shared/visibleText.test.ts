import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visibleString, visibleText, wholeText } from './visibleText.ts'

describe('visibleText', () => {
  it('leaves ordinary text of any script unchanged', () => {
    for (const text of ['MYTOKEN', 'Ünïcödé', '日本語トークン', 'عربي', '👩‍🚀 crew', '❤️‍🔥']) {
      expect(visibleText(text, { max: 100 })).toEqual({ runs: [{ kind: 'text', text }], cut: false })
    }
  })

  it('marks characters that reorder or hide text', () => {
    expect(visibleString('abc\u202egnp.exe', 50)).toBe('abc[U+202E]gnp.exe')
    expect(visibleString('a\u200bb\u0000c\ufeffd\u2066', 50)).toBe('a[U+200B]b[U+0000]c[U+FEFF]d[U+2066]')
    expect(visibleString('line\nbreak', 50)).toBe('line[⏎]break')
    expect(visibleString('joined\u200dletters', 50)).toBe('joined[U+200D]letters')
  })

  it('keeps line feeds only with the option multiline', () => {
    expect(visibleText('a\nb', { max: 9, multiline: true }).runs).toEqual([{ kind: 'text', text: 'a\nb' }])
    expect(visibleText('a\rb', { max: 9, multiline: true }).runs).toHaveLength(3)
  })

  it('truncates between characters, never inside one', () => {
    expect(visibleText('🚀🚀🚀', { max: 2 })).toEqual({ runs: [{ kind: 'text', text: '🚀🚀' }], cut: true })
  })

  it('truncates long runs of combining marks', () => {
    expect(visibleString(`z${'\u0301'.repeat(50)}a`, 100)).toBe(`z${'\u0301'.repeat(4)}a`)
  })

  it('removes all control and direction characters from any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const shown = visibleString(text, 200)
        expect(shown).not.toMatch(/[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u)
      }),
    )
  })
})

describe('wholeText', () => {
  const shown = (text: string) =>
    wholeText(text)
      .map((run) => (run.kind === 'text' ? run.text : `[${run.text}]`))
      .join('')

  it('leaves ordinary text of any script unchanged', () => {
    for (const text of ['MYTOKEN', 'Ünïcödé', '日本語トークン', 'عربي', '👩‍🚀 crew', '❤️‍🔥'])
      expect(shown(text)).toBe(text)
  })

  it('replaces repeated and unusual spaces with a mark', () => {
    expect(shown(`Send${' '.repeat(700)}RX`)).toBe('Send[700 blanks]RX')
    expect(shown('a\u00a0b\u2003\u3000c')).toBe('a[U+00A0]b[2 blanks]c')
  })

  it('keeps a narrow space between groups of digits, and marks all others', () => {
    expect(shown('1\u202f234\u202f567.5 GOLD')).toBe('1\u202f234\u202f567.5 GOLD')
    expect(shown('1\u202f23')).toBe('1[U+202F]23')
    expect(shown('a\u202f234')).toBe('a[U+202F]234')
    expect(shown('1\u202f2345')).toBe('1[U+202F]2345')
    expect(shown('1\u202f\u202f234')).toBe('1[2 blanks]234')
  })

  it('omits no character, however it was stacked or hidden', () => {
    expect(shown(`z${'\u0301'.repeat(6)}a`)).toBe(`z${'\u0301'.repeat(4)}[U+0301][U+0301]a`)
    expect(shown('a\u202eb\nc')).toBe('a[U+202E]b[⏎]c')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const marks = wholeText(text)
          .filter(({ kind }) => kind === 'mark')
          .reduce((sum, { text: mark }) => sum + (Number.parseInt(mark, 10) || 1), 0)
        const plain = wholeText(text).reduce(
          (sum, run) => sum + (run.kind === 'text' ? Array.from(run.text).length : 0),
          0,
        )
        expect(marks + plain).toBe(Array.from(text).length)
      }),
    )
  })
})
