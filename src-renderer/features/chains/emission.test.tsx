import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { restSentence, rewardText } from './emission.tsx'

const text = (words: string) => rewardText({ options: ['-ac_name=GARDEN', ...words.split(' ').filter(Boolean)] })

describe('rewardText', () => {
  beforeAll(() => loadTexts('chains'))

  it.each([
    ['-ac_reward=100000000', '1'],
    ['-ac_reward=300000000 -ac_halving=210000', '3, halved every 210,000 blocks'],
    ['-ac_reward=300000000 -ac_halving=100 -ac_decay=75000000', '3, cut every 100 blocks'],
    ['-ac_reward=100000000 -ac_end=5001', '1, until block 5,000'],
    ['-ac_reward=100000000,200000000 -ac_end=101,0', '1, until block 100'],
    ['', '0.0001'],
    ['-ac_reward=0 -ac_end=1', 'Blocks pay fees only'],
  ])('formats %s as %s', (words, expected) => {
    expect(text(words)).toBe(expected)
  })
})

describe('restSentence', () => {
  beforeAll(() => loadTexts('chains'))
  const of = (options: readonly string[], satoshis: bigint) =>
    restSentence({ options: [...options], supply: [{ height: 1, time: 0, supply: satoshis }] } as never)

  it('names the amount that the consensus rules add to the requested supply', () => {
    expect(of(['-ac_supply=1000'], 100_014_693_540n)).toMatch(/0\.1469354 /)
  })

  it('returns undefined for an exact supply and for several eras', () => {
    expect(of(['-ac_supply=1000'], 100_000_000_000n)).toBeUndefined()
    expect(of(['-ac_supply=1000', '-ac_reward=1,2'], 100_014_693_540n)).toBeUndefined()
  })
})
