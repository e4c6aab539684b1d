import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { BalanceStrip, type WalletSummary } from './BalanceStrip.tsx'

beforeAll(() => loadTexts('wallet'))

const COIN = 100_000_000n
const SETTLED = {
  ...{ confirmed: 5n * COIN, pending: 0n, immature: 0n, locked: 0n, tokenkey: 0n, tokens: 850n, watchonly: 0n },
  ...{ total: 5n * COIN, height: 3, hash: '00' },
} as WalletSummary

function show(summary: WalletSummary) {
  renderWindow(<BalanceStrip summary={summary} failed={false} coin="COIN" quiet onTab={() => undefined} />, {})
  return document.querySelector('[data-shows="balance"]')?.textContent
}

describe('BalanceStrip', () => {
  it('shows the total balance, without the coins in tokens', () => {
    expect(show(SETTLED)).toBe('5.00000000')
    expect(screen.getByText('In tokens').closest('[data-part]')?.textContent).toMatch(/0\.00000850 ?COIN$/)
    expect(screen.queryByText('Confirmed')).toBeNull()
  })

  it('shows no parts of a balance of 0', () => {
    show({ ...SETTLED, confirmed: 0n, total: 0n, tokens: 0n })
    expect(screen.getByText('Balance').closest('[data-part]')?.textContent).toMatch(/^Balance.*0\.00000000 ?COIN$/)
  })

  it('shows the confirmed part while a payment to the wallet is unconfirmed', () => {
    expect(show({ ...SETTLED, confirmed: 3n * COIN, pending: 2n * COIN })).toBe('5.00000000')
    expect(screen.getByText('Confirmed').closest('[data-part]')?.textContent).toContain('3.00000000')
  })
})
