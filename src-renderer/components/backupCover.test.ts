import { describe, expect, it } from 'vitest'
import { assessBackup, type BackupFacts } from './backupCover.ts'

const time = 1_700_000_000 as NonNullable<BackupFacts['backup']>
const assess = (facts: Partial<BackupFacts>) =>
  assessBackup({ phrase: true, phrasewritten: true, uncovered: 0, backup: null, backupcomplete: false, ...facts })

describe('assessBackup', () => {
  it('counts words that are written down, while every key with something comes from them', () => {
    expect(assess({})).toBe('words')
    expect(assess({ phrasewritten: false })).toBe('unwritten')
    expect(assess({ phrase: false, phrasewritten: false })).toBe('nothing')
  })

  it('withdraws the words alone as soon as one key does not come from them', () => {
    expect(assess({ uncovered: 1 })).toBe('partly')
    expect(assess({ uncovered: 1, backup: time, backupcomplete: true })).toBe('both')
  })

  it('ignores a backup file that lacks a key which was imported later', () => {
    expect(assess({ uncovered: 1, backup: time })).toBe('partly')
    expect(assess({ phrase: false, phrasewritten: false, backup: time })).toBe('nothing')
    expect(assess({ phrasewritten: false, backup: time, backupcomplete: true })).toBe('file')
  })
})
