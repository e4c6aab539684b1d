import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import type { WalletHistoryRow } from '../../components/walletHistory/kinds.tsx'
import { loadTexts } from '../../i18n/texts.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { PlanList } from './PlanList.tsx'

beforeAll(() => loadTexts('heir'))

it('shows an unconfirmed inheritance instead of an empty list', async () => {
  const row = {
    ...{
      kind: 'module',
      action: 'heir-plan',
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
  renderWindow(<PlanList plans={[]} time={1} coin="COIN" source={null} onAct={() => {}} />, {
    listwallethistory: () => ({ total: 1, rows: [row] }) as never,
  })
  expect(await screen.findByText('Set up an inheritance')).toBeTruthy()
  expect(screen.getByText('unconfirmed')).toBeTruthy()
  expect(screen.queryByText('No inheritances yet')).toBeNull()
})
