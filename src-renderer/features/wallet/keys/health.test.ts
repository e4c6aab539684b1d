import { beforeAll, describe, expect, it } from 'vitest'
import type { UnixSeconds } from '#shared/units.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import { type HealthFacts, healthOf } from './health.ts'

beforeAll(() => loadTexts('wallet'))

const fresh: HealthFacts = { phrase: false, words: null, imported: 1, backup: null, drill: null, encrypted: false }
const time = 1_700_000_000 as UnixSeconds
const done = (status: HealthFacts) =>
  healthOf(status)
    .filter((check) => check.done)
    .map(({ id }) => id)
const actions = (status: HealthFacts) => healthOf(status).flatMap(({ action }) => action?.dialog ?? [])

describe('healthOf', () => {
  it('says that nothing was done for a new wallet, and offers no drill without anything to prove', () => {
    expect(done(fresh)).toEqual([])
    expect(actions(fresh)).toEqual(['phrase', 'seal', 'encrypt'])
  })

  it('needs no backup where every key comes from the phrase', () => {
    expect(done({ ...fresh, phrase: true, words: 24, imported: 0 })).toEqual(['phrase', 'backup'])
    expect(done({ ...fresh, phrase: true, words: 24 })).toEqual(['phrase'])
  })

  it('is complete once the drill was passed, which can be tried again', () => {
    const all = { phrase: true, words: 12, imported: 2, backup: time, drill: time, encrypted: true }
    expect(done(all)).toEqual(['phrase', 'backup', 'drill', 'passphrase'])
    expect(actions(all)).toEqual(['drill'])
  })
})
