import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import type { TransactionStory } from '../../../components/transaction/describe.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import type { KnownTransaction } from './knownTransaction.ts'
import { TransactionFigures } from './TransactionFigures.tsx'

beforeAll(() => loadTexts('explorer'))

const transaction = { txid: 'aa'.repeat(32), size: 200, outputs: 2 } as KnownTransaction
const story = (...outputs: readonly { kind: string; satoshis: bigint }[]) =>
  ({
    told: { coinbase: false, inputs: [], fee: 1n, feerate: null, spent: null },
    outputs,
  }) as unknown as TransactionStory

it('shows the coins in created units if a transaction pays nothing else', () => {
  const created = story({ kind: 'marker', satoshis: 10_000n }, { kind: 'units', satoshis: 250n })
  renderWindow(<TransactionFigures transaction={transaction} story={created} coin="COIN" />, {})
  expect(screen.getByText('COIN in the units')).toBeTruthy()
})

it('shows the paid coins of a transaction that moves units too', () => {
  const bought = story({ kind: 'pay', satoshis: 500n }, { kind: 'units', satoshis: 250n })
  renderWindow(<TransactionFigures transaction={transaction} story={bought} coin="COIN" />, {})
  expect(screen.getByText('COIN paid')).toBeTruthy()
})
