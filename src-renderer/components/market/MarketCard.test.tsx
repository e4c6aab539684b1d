import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { MarketCard } from './MarketCard.tsx'

beforeAll(() => loadTexts('market'))

it('shows a first price without a dash, which would read as a minus', async () => {
  const market = {
    ...{
      last: { price: '0.20000000', time: 1 },
      before: null,
      volume: { units: 50n, coins: 1_000_000_000n, trades: 1 },
    },
    ...{ asks: 0, bids: 0, bestask: null, bestbid: null, movable: true, book: { asks: [], bids: [] } },
  }
  renderWindow(<MarketCard tokenid={'ab'.repeat(32)} />, { tokenmarket: () => market as never })
  const label = await screen.findByText('Last price')
  expect(label.nextElementSibling?.textContent).toMatch(/^0\.2/)
})
