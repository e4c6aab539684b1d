import { beforeAll, describe, expect, it } from 'vitest'
import type { MethodResult } from '#shared/rpc/index.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import { foundWords } from './foundWords.ts'

beforeAll(() => loadTexts('wallet'))

const accounts = [{}, {}] as unknown as MethodResult<'setphrase'>['accounts']

describe('foundWords', () => {
  it('claims nothing of blocks that nobody has looked at', () => {
    expect(foundWords({ found: 0, accounts, height: 12_345 })).toBe(
      'The phrase is in use. No payments to it were found up to block 12,345.',
    )
    expect(foundWords({ found: 1, accounts, height: 7 })).toBe(
      'The phrase is in use: 1 address of 2 accounts received payments up to block 7.',
    )
    expect(foundWords({ found: 3, accounts, height: null })).toBe(
      'The phrase is in use: 3 addresses of 2 accounts received payments in the scanned blocks.',
    )
  })
})
