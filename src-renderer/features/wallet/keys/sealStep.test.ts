import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { formatSealStep } from './sealStep.ts'

beforeAll(() => loadTexts('wallet'))

describe('formatSealStep', () => {
  it('reports the keys as encrypted only after they are written', () => {
    expect(formatSealStep(undefined)).toBe('Deriving a key from the passphrase')
    expect(formatSealStep({ done: 100, total: 10_000, unit: 'keys' })).toBe('Encrypting the keys')
    expect(formatSealStep({ done: 10_000, total: 10_000, unit: 'keys' })).toBe('Writing the encrypted keys')
  })
})
