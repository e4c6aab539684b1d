import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../i18n/texts.ts'
import { describeUnsent } from './refusal.ts'

beforeAll(() => loadTexts('node'))

const HANDLE = 'ab'.repeat(32)

describe('describeUnsent', () => {
  it('returns a neutral text if the user declined', () => {
    expect(describeUnsent('You decided against it. Nothing was done.', HANDLE)).toBe(
      'You decided against it. Nothing was sent.',
    )
  })

  it('says to build the transaction again if the app no longer has it', () => {
    expect(describeUnsent('TX decode failed', HANDLE)).toContain('build it again')
    expect(describeUnsent('TX decode failed', '04'.repeat(200))).not.toContain('build it again')
  })

  it('translates known reject reasons of the node, and quotes unknown ones', () => {
    expect(describeUnsent('bad-txns-inputs-spent', '00')).toBe(
      'The node rejected it. Its coins were spent by another transaction in the meantime. Nothing was spent.',
    )
    expect(describeUnsent('insufficient coins', '00')).toBe(
      'The node rejected it: Not enough coins. Nothing was spent.',
    )
    expect(describeUnsent('odd', '00')).toBe('The node rejected it: odd Nothing was spent.')
  })
})
