import { describe, expect, it } from 'vitest'
import { countKeys } from './backupFile.ts'

describe('countKeys', () => {
  it('counts only lines that begin with a key', () => {
    const key = `U${'x'.repeat(51)}`
    const lines = [
      '# Wallet dump',
      `${key} 2026-01-02T03:04:05Z label=rent # addr=R`,
      `${key} 2026-01-02T03:04:05Z change=1`,
      '',
      '# End of dump',
    ]
    expect(countKeys(lines.join('\n'))).toBe(2)
    expect(countKeys('hello')).toBe(0)
    expect(countKeys(`# ${key} 2026-01-02T03:04:05Z`)).toBe(0)
  })
})
