import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { sealWords } from './sealWords.ts'

beforeAll(() => loadTexts('wallet'))

describe('formatSealStep', () => {
  it('reports the keys as encrypted only after they are written', () => {
    expect(sealWords(undefined)).toBe('Deriving a key from the passphrase')
    expect(sealWords({ done: 100, total: 10_000, unit: 'keys' })).toBe('Encrypting the keys')
    expect(sealWords({ done: 10_000, total: 10_000, unit: 'keys' })).toBe('Writing the encrypted keys')
  })
})
