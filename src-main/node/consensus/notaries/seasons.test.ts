import { describe, expect, it } from 'vitest'
import { readVector } from '../../testing/vectors.ts'
import { toHex } from '../../util/index.ts'
import { findNotaries, notarySeasonAt, seasonsFor } from './seasons.ts'

interface RecordedSeason {
  readonly season: number
  readonly until: number
  readonly pubkeys: readonly string[]
}

const { seasons } = JSON.parse(readVector('staked/notary-seasons.json')) as { seasons: RecordedSeason[] }

describe('notarySeasonAt', () => {
  it.each(seasons)('returns the 64 keys of season $season up to its last second', ({ season, until, pubkeys }) => {
    const found = notarySeasonAt(until)
    expect(found?.number).toBe(season)
    expect(found?.keys.map((key) => toHex(key))).toEqual(pubkeys)
    expect(notarySeasonAt(until + 1)?.number).toBe(season < seasons.length ? season + 1 : undefined)
  })

  it('starts with the first season', () => {
    expect(notarySeasonAt(0)?.number).toBe(1)
  })

  it('returns no notaries for test chains with separate notaries', () => {
    for (const name of ['TEST3', 'CFEKX', 'LABSTST'])
      expect(findNotaries({ notarySeasons: seasonsFor(name) }, 1_600_000_000)).toBeUndefined()
    expect(findNotaries({ notarySeasons: seasonsFor('DOC') }, 1_600_000_000)?.number).toBe(5)
  })
})
