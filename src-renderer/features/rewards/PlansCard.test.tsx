import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import type { WalletHistoryRow } from '../../components/walletHistory/kinds.tsx'
import { loadTexts } from '../../i18n/texts.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { PlansCard } from './PlansCard.tsx'

beforeAll(() => loadTexts('rewards'))

it('shows an unconfirmed plan instead of an empty list', async () => {
  const row = {
    ...{
      kind: 'module',
      action: 'rewards-plan',
      token: null,
      amount: -5n,
      fee: 1n,
      comment: '',
      commentto: '',
      label: '',
    },
    ...{ addresses: [], addresscount: 0, payers: [], payercount: 0 },
    ...{ txid: 'aa'.repeat(32), time: 1, height: null, state: 'pending', confirmations: 0 },
  } as unknown as WalletHistoryRow
  renderWindow(<PlansCard plans={[]} coin="COIN" primary={false} onLock={() => {}} onAdd={() => {}} />, {
    listwallethistory: () => ({ total: 1, rows: [row] }) as never,
  })
  expect(await screen.findByText('Created a rewards plan')).toBeTruthy()
  expect(screen.getByText('unconfirmed')).toBeTruthy()
  expect(screen.queryByText('No plans yet')).toBeNull()
})
