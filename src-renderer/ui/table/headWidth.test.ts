import { describe, expect, it } from 'vitest'
import { twoLineWidth, widenedTrack } from './headWidth.ts'

const tenEach = (text: string) => text.length * 10

describe('twoLineWidth', () => {
  it('returns the width of the longest word, or of the longer of two lines', () => {
    expect(twoLineWidth('Höhe', tenEach)).toBe(40)
    expect(twoLineWidth('Letzter Block', tenEach)).toBe(70)
    expect(twoLineWidth('In der Mitte lang', tenEach)).toBe(100)
    expect(twoLineWidth('', tenEach)).toBe(0)
  })
})

describe('widenedTrack', () => {
  it('widens only tracks that are narrower than the given width', () => {
    expect(
      ['72px', '104px', 'minmax(0, 1fr)', 'minmax(96px, 148px)', 'minmax(40px, auto)', 'auto'].map((track) =>
        widenedTrack(track, 90),
      ),
    ).toEqual(['90px', '104px', 'minmax(90px, 1fr)', 'minmax(96px, 148px)', 'minmax(90px, auto)', 'auto'])
  })
})
