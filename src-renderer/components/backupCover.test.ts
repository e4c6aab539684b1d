import { describe, expect, it } from 'vitest'
import { assessBackup, type BackupFacts } from './backupCover.ts'

const time = 1_700_000_000 as NonNullable<BackupFacts['backup']>
const assess = (facts: Partial<BackupFacts>) =>
  assessBackup({ phrase: true, phrasewritten: true, uncovered: 0, backup: null, backupcomplete: false, ...facts })

describe('assessBackup', () => {
  it('returns "words" only if the words are written down and cover every funded key', () => {
    expect(assess({})).toBe('words')
    expect(assess({ phrasewritten: false })).toBe('unwritten')
    expect(assess({ phrase: false, phrasewritten: false })).toBe('nothing')
  })

  it('requires a backup file too if the words do not cover a key', () => {
    expect(assess({ uncovered: 1 })).toBe('partly')
    expect(assess({ uncovered: 1, backup: time, backupcomplete: true })).toBe('both')
  })

  it('ignores an incomplete backup file that lacks a later imported key', () => {
    expect(assess({ uncovered: 1, backup: time })).toBe('partly')
    expect(assess({ phrase: false, phrasewritten: false, backup: time })).toBe('nothing')
    expect(assess({ phrasewritten: false, backup: time, backupcomplete: true })).toBe('file')
  })
})
