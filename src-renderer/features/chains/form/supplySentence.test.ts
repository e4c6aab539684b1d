import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import type { ChainDescription } from '../../../node/chains.ts'
import { type ChainDraft, emptyDraft, emptyEra } from './draft.ts'
import { supplySentence } from './supplySentence.ts'
import { YEAR } from './supplyShape.ts'

const COIN = 100_000_000n

function sentence(draft: Partial<ChainDraft>, supply: readonly [first: number, later: number], blocktime = 60) {
  const [first, later] = supply.map((coins) => BigInt(coins) * COIN)
  const points = [
    { height: 1, time: 0, supply: first },
    { height: 2, time: YEAR, supply: later },
  ]
  const described = { supply: points, blocktime } as unknown as ChainDescription
  return supplySentence({ ...emptyDraft, name: 'GARDEN', ...draft }, described)
}

describe('supplySentence', () => {
  beforeAll(() => loadTexts('chains'))

  it('names the current coins, the pace and the coins after a year', () => {
    expect(sentence({}, [1_000_000, 1_525_960])).toBe('1,000,000 GARDEN now, 1 per minute: 1.5 million after a year.')
    expect(sentence({}, [0, 52_596], 600)).toBe('0 GARDEN now, 1 per 10 minutes: 52,596 after a year.')
  })

  it('names a supply to which no coins are added', () => {
    expect(sentence({ eras: [emptyEra] }, [21_000, 21_000])).toBe('21,000 GARDEN now, and no more later.')
  })

  it('names no pace for a chain with several eras', () => {
    expect(sentence({ eras: [emptyEra, emptyEra] }, [10, 2_000_000])).toBe('10 GARDEN now: 2 million after a year.')
  })
})
