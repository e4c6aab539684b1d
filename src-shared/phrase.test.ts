import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completed, quizPlaces, spread, suggestions, wordsIn } from './phrase.ts'

const LIST = ['abandon', 'ability', 'add', 'addict', 'zoo']

describe('wordsIn', () => {
  it('reads words with numbers, commas and line breaks between them', () => {
    expect(wordsIn(' 1. Abandon\n2. ABILITY, zoo\t')).toEqual(['abandon', 'ability', 'zoo'])
    expect(wordsIn('')).toEqual([])
  })
})

describe('completed', () => {
  it('completes a prefix of exactly one word', () => {
    expect(completed('z', LIST)).toBe('zoo')
    expect(completed('aban', LIST)).toBe('abandon')
  })

  it('returns a complete word even if a longer one begins with it', () => {
    expect(completed('add', LIST)).toBe('add')
  })

  it('returns undefined for an ambiguous or unknown prefix', () => {
    expect(completed('ab', LIST)).toBeUndefined()
    expect(completed('', LIST)).toBeUndefined()
    expect(completed('xyz', LIST)).toBeUndefined()
  })
})

describe('suggestions', () => {
  it('offers words with the prefix, up to the limit', () => {
    expect(suggestions('a', LIST, 3)).toEqual(['abandon', 'ability', 'add'])
    expect(suggestions('', LIST, 3)).toEqual([])
  })
})

describe('spread', () => {
  it('fills the fields from the one that received the text, up to the last field', () => {
    expect(spread(['a', '', '', 'd'], 1, ['x', 'y'])).toEqual(['a', 'x', 'y', 'd'])
    expect(spread(['', ''], 0, ['x', 'y', 'z'])).toEqual(['x', 'y'])
  })
})

describe('quizPlaces', () => {
  it('selects three different words in order', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(12, 24),
        fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
        (count, numbers) => {
          const places = quizPlaces(count, () => numbers.next().value ?? 0)
          expect(new Set(places).size).toBe(3)
          expect([...places].sort((a, b) => a - b)).toEqual(places)
          expect(places.every((place) => place >= 0 && place < count)).toBe(true)
        },
      ),
    )
  })
})
