import { describe, expect, it } from 'vitest'
import { sealWords } from './sealWords.ts'

describe('sealWords', () => {
  it('does not call the keys encrypted before they are written', () => {
    expect(sealWords(undefined)).toBe('Making a key of the passphrase')
    expect(sealWords({ done: 100, total: 10_000, unit: 'keys' })).toBe('Encrypting the keys')
    expect(sealWords({ done: 10_000, total: 10_000, unit: 'keys' })).toBe('Writing the encrypted keys')
  })
})
