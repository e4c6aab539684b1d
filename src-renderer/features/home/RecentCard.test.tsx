import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import type { WalletHistoryRow } from '../../components/walletHistory/kinds.tsx'
import { loadTexts } from '../../i18n/texts.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { RecentCard } from './RecentCard.tsx'

beforeAll(() => loadTexts('home'))

it('shows no address label as the note of a payment', async () => {
  const row = {
    ...{ kind: 'received', action: null, token: null, amount: 5n, fee: null, comment: '', commentto: '' },
    ...{ addresses: [], addresscount: 0, payers: [], payercount: 0, label: 'First coins' },
    ...{ txid: 'aa'.repeat(32), time: 1, height: 2, state: 'confirmed', confirmations: 3 },
  } as unknown as WalletHistoryRow
  const sent = { ...row, txid: 'bb'.repeat(32), kind: 'sent', commentto: 'Anna' } as WalletHistoryRow
  renderWindow(<RecentCard coin="COIN" openId={undefined} onOpen={() => undefined} />, {
    listwallethistory: () => ({ total: 2, rows: [row, sent] }) as never,
  })
  expect(await screen.findByText('Anna')).toBeTruthy()
  expect(screen.queryByText('First coins')).toBeNull()
})
