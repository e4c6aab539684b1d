import { describe, expect, it } from 'vitest'
import { fitting } from './paletteMatch.ts'

const calls = ['getblock', 'getblockcount', 'getinfo', 'GETBALANCE', 'stop'].map((name) => ({
  name,
  more: `about ${name}`,
}))
const namesFor = (typed: string) => fitting(calls, typed, (call) => call).map(({ name }) => name)

describe('fitting', () => {
  it('offers nothing before something is typed', () => {
    expect([namesFor(''), namesFor('  ')]).toEqual([[], []])
  })

  it('puts what contains the typed text before what has its letters in order', () => {
    expect(namesFor('block')).toEqual(['getblock', 'getblockcount'])
    expect(namesFor('gbc')).toEqual(['getblock', 'getblockcount', 'GETBALANCE'])
    expect(namesFor('get bal')).toEqual(['GETBALANCE'])
    expect(namesFor('Getb')).toEqual(['getblock', 'getblockcount', 'GETBALANCE'])
  })

  it('looks into the further words, but only for the text as it is', () => {
    expect(namesFor('about stop')).toEqual(['stop'])
    expect(namesFor('abst')).toEqual([])
  })

  it('never offers more than fifty of a kind', () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({ name: `token ${index}` }))
    expect(fitting(many, 'token', (thing) => thing)).toHaveLength(50)
    expect(fitting(many, 'tkn', (thing) => thing)).toHaveLength(50)
  })
})
