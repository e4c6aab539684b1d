import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts, t } from '../../../i18n/texts.ts'
import { chooseScanText } from './scanText.ts'

beforeAll(() => loadTexts('wallet'))

describe('chooseScanText', () => {
  it('names no block if the scan did not reach a known height', () => {
    const where = { addresses: '3 addresses', accounts: '2 accounts' }
    const said = (found: number, height: number | null) =>
      t(`wallet:phrase.${chooseScanText({ found, height })}`, where)
    expect(said(0, 12_345)).toBe('The phrase is in use. No payments to it were found up to block <block/>.')
    expect(said(3, 7)).toBe('The phrase is in use: 3 addresses of 2 accounts received payments up to block <block/>.')
    expect(said(3, null)).toBe(
      'The phrase is in use: 3 addresses of 2 accounts received payments in the scanned blocks.',
    )
    expect(said(0, null)).not.toMatch(/block /)
  })
})
