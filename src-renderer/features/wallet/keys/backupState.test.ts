import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { describeBackup, type WalletStatus } from './backupState.ts'

beforeAll(() => loadTexts('wallet'))

const time = 1_700_000_000 as NonNullable<WalletStatus['backup']>
const PHRASE = { phrase: true, words: 24 } as const

function describeWallet(change: Partial<WalletStatus> = {}, toy = false) {
  const none = { phrase: false, words: null, phrasewritten: true, phrasekept: true, uncovered: 0 }
  const { tone, words, action } = describeBackup({ ...none, backup: null, backupcomplete: true, ...change }, toy)
  return [tone, words, action?.dialog]
}

describe('describeBackup', () => {
  it.each<[Partial<WalletStatus>, string, RegExp, string | undefined]>([
    [{}, 'warn', /^Not backed up/, 'phrase'],
    [{ ...PHRASE, phrasewritten: false }, 'warn', /^Not backed up: write down your 24 words\.$/, 'show-phrase'],
    [{ ...PHRASE, phrasewritten: false, phrasekept: false }, 'warn', /^Not backed up/, 'drill'],
    [{ ...PHRASE, uncovered: 1 }, 'warn', /^Your 24 words restore everything except 1 key /, 'seal'],
    [{ ...PHRASE }, 'ok', /^Everything is backed up: your 24 words restore it\.$/, undefined],
    [{ ...PHRASE, uncovered: 3, backup: time }, 'ok', /24 words and the backup file of .*2023/, undefined],
    [{ backup: time }, 'ok', /^Everything is backed up in the file of .*2023/, undefined],
  ])('describes the backup of %j, and offers the missing step', (change, ...expected) => {
    const [tone, text, dialog] = expected
    expect(describeWallet(change)).toEqual([tone, expect.stringMatching(text), dialog])
  })

  it('ignores a backup file that lacks keys', () => {
    expect(describeWallet({ backup: time, backupcomplete: false })[0]).toBe('warn')
  })

  it.each<Partial<WalletStatus>>([{}, { ...PHRASE, phrasewritten: false }, { ...PHRASE, uncovered: 2 }])(
    'requests no backup in the sandbox (%j)',
    (change) => {
      expect(describeWallet(change, true)).toEqual(['toy', expect.stringMatching(/^Toy coins/), undefined])
    },
  )

  it('shows a complete backup as ok in the sandbox too', () => {
    expect(describeWallet(PHRASE, true)).toEqual(describeWallet(PHRASE))
  })
})
