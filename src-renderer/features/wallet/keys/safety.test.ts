import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { safetyOf, type WalletStatus } from './safety.ts'

beforeAll(() => loadTexts('wallet'))

const status = (change: Partial<WalletStatus>) => ({
  phrase: false,
  words: null,
  phrasewritten: true,
  uncovered: 0,
  backup: null,
  backupcomplete: true,
  encrypted: false,
  ...change,
})
const tones = (change: Partial<WalletStatus>) => safetyOf(status(change)).map(({ tone }) => tone)
const time = 1_700_000_000 as NonNullable<WalletStatus['backup']>

describe('safetyOf', () => {
  it('is worried as long as nothing would bring the keys back', () => {
    expect(tones({})).toEqual(['bad', 'warn'])
    expect(tones({ backup: time })).toEqual(['warn', 'warn'])
    expect(tones({ backup: time, encrypted: true })).toEqual(['warn', 'ok'])
  })

  it('says in the sandbox what would be lost, and neither warns nor asks for a backup', () => {
    for (const change of [
      {},
      { backup: time },
      { phrase: true, phrasewritten: false },
      { phrase: true, uncovered: 2 },
    ]) {
      const [loss] = safetyOf(status(change), true)
      expect(loss?.tone).toBe('ok')
      expect(loss?.words).not.toMatch(/save a backup|write down|create a/)
    }
  })

  it('trusts a phrase with the keys that come from it, and no others', () => {
    expect(tones({ phrase: true, words: 12 })).toEqual(['ok', 'warn'])
    expect(tones({ phrase: true, words: 12, phrasewritten: false })).toEqual(['bad', 'warn'])
    expect(tones({ phrase: true, words: 24, uncovered: 3 })).toEqual(['warn', 'warn'])
    expect(tones({ phrase: true, words: 24, uncovered: 3, backup: time })).toEqual(['ok', 'warn'])
    const words = (change: Partial<WalletStatus>) =>
      safetyOf(status({ phrase: true, words: 24, ...change }))[0]?.words ?? ''
    expect(words({})).toMatch('24 words restore everything.')
    expect(words({ uncovered: 1 })).toMatch('24 words restore everything except 1 key')
    expect(words({ uncovered: 1, backup: time })).toMatch(
      /24 words and the backup file of .*2023 together restore everything/,
    )
  })
})
