import { describe, expect, it } from 'vitest'
import { appText } from '../texts/index.ts'
import { mayMislead, quoted, toCompleteText, visible } from './text.ts'

describe('untrusted texts in prompts', () => {
  it.each([
    ['rent', 'rent'],
    ['Miete für März', 'Miete für März'],
    [`pay${' '.repeat(700)}RReal`, 'pay [700 blanks] RReal'],
    ['a\u202egnp.exe', 'a\\u{202e}gnp.exe'],
    ['a\u200b\u00adb', 'a\\u{200b}\\u{ad}b'],
    ['two\nlines\t\u0000', 'two\\u{a}lines\\u{9}\\u{0}'],
    ['\u2028\u2029\u00a0\u3000x', '\\u{2028}\\u{2029}\\u{a0}\\u{3000}x'],
    ['\u3164\u2800', '\\u{3164}\\u{2800}'],
    ['\ud800', '\\u{d800}'],
    ['\u{e0041}', '\\u{e0041}'],
    [`Z${'\u0301'.repeat(40)}`, 'Z\u0301\u0301\\u{…}'],
  ])('show %j as %j', (text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  it('stay complete or cause an error if they are too long', () => {
    expect(toCompleteText('x'.repeat(10), 10)).toBe('x'.repeat(10))
    expect(() => toCompleteText('x'.repeat(11), 10)).toThrow('The call contains a text of 11 characters')
    expect(() => quoted(appText('en'), '\u202e'.repeat(5), 20)).toThrow('too much to show completely')
    expect(() => toCompleteText(' '.repeat(1_000_000), 10)).toThrow('a text of 1000000 characters')
  })

  it('cannot end their own quotation', () => {
    expect(quoted(appText('en'), 'GOLD” for “0', 40)).toBe('“GOLD\\u{201d} for \\u{201c}0”')
    expect(quoted(appText('de'), 'GOLD“ für „0', 40)).toBe('„GOLD\\u{201c} für \\u{201e}0“')
    expect(quoted(appText('es'), 'GOLD» por «0', 40)).toBe('«GOLD\\u{bb} por \\u{ab}0»')
  })

  it('count as misleading if they may contain lookalike letters', () => {
    expect([mayMislead('GOLD'), mayMislead('GОLD')]).toEqual([false, true])
  })
})
