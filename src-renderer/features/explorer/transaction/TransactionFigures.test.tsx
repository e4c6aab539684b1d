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
    told: { coinbase: false, inputs: [], fee: 1n, feerate: null, spent: null, cost: null },
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

it('shows what a bid of the wallet cost in total, with the order fee', () => {
  const bid = story({ kind: 'pool', satoshis: 1_000_000_000n })
  const cost = { total: 1_000_020_000n, paid: 0n, locked: 1_000_000_000n, units: 0n, markers: 10_000n, fee: 10_000n }
  Object.assign(bid.told, { module: 'assets', fee: 10_000n, cost: { ...cost, received: 0n } })
  renderWindow(<TransactionFigures transaction={transaction} story={bid} coin="COIN" />, {})
  expect(screen.getByText('You paid 10.0002 COIN: 10 + order fee 0.0001 + network fee 0.0001.')).toBeTruthy()
})
