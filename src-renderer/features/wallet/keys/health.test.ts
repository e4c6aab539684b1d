import { beforeAll, describe, expect, it } from 'vitest'
import type { UnixSeconds } from '#shared/units.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import { type HealthFacts, healthOf } from './health.ts'

beforeAll(() => loadTexts('wallet'))

const fresh: HealthFacts = {
  ...{ phrase: false, words: null, phrasekept: false, phrasewritten: false, uncovered: 1 },
  ...{ backup: null, backupcomplete: false, drill: null, encrypted: false },
}
const written = { ...fresh, phrase: true, words: 12, phrasekept: true, phrasewritten: true }
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

  it('needs no backup while the written words cover everything, and one once a key with coins is not theirs', () => {
    expect(done({ ...written, uncovered: 0 })).toEqual(['phrase', 'backup'])
    expect(healthOf({ ...written, uncovered: 0 })[0]?.words).toBe('12 words cover everything.')
    expect(done(written)).toEqual(['phrase'])
    expect(healthOf(written)[0]?.words).not.toContain('cover everything')
    expect(healthOf({ ...written, backup: time, backupcomplete: true })[1]?.words).toMatch(
      /^12 words and the backup file of .*2023 cover everything\.$/,
    )
  })

  it('asks to write down the words of a new wallet, which are backed up by nothing until then', () => {
    const unwritten = { ...written, phrasewritten: false, uncovered: 0 }
    expect(done(unwritten)).toEqual([])
    expect(actions(unwritten)[0]).toBe('show-phrase')
  })

  it('asks for no backup and no phrase in the sandbox', () => {
    for (const status of [fresh, written, { ...written, phrasewritten: false }]) {
      const checks = healthOf(status, true)
      expect(checks.slice(0, 2).map(({ action }) => action)).toEqual([undefined, undefined])
      expect(checks[1]?.words).toBe('Not needed: these are toy coins.')
    }
  })

  it('is complete once the drill was passed, which can be tried again', () => {
    const all = { ...written, backup: time, backupcomplete: true, drill: time, encrypted: true }
    expect(done(all)).toEqual(['phrase', 'backup', 'drill', 'passphrase'])
    expect(actions(all)).toEqual(['drill'])
  })
})
