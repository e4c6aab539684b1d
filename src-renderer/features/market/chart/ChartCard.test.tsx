import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TokenMarket } from '../../../components/market/prices.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { ChartCard } from './ChartCard.tsx'

beforeAll(() => loadTexts('market'))

const tokenid = '22'.repeat(32)
const market = { asks: 0, bids: 0, last: { price: '1.00000000' } } as unknown as TokenMarket

function show(trades: number) {
  const rows = Array.from({ length: trades }, (_, n) => ({ txid: `${n}` }))
  const { node } = renderWindow(
    <ChartCard tokenid={tokenid} coin="COIN" market={market} levels={100} search={{}} onSearch={() => {}} />,
    { tokentrades: () => ({ rows }) as never, tokencandles: () => ({ rows: [] }) as never },
  )
  return node
}

describe('ChartCard', () => {
  it('shows a chart after five trades', async () => {
    const node = show(5)
    await screen.findByRole('radio', { name: 'Depth' })
    expect(node.inputsOf('tokentrades')).toEqual([{ tokenid, options: { limit: 5 } }])
  })

  it('shows no chart after four trades', async () => {
    const node = show(4)
    await expect.poll(() => node.inputsOf('tokentrades').length).toBe(1)
    expect(screen.queryByRole('radio')).toBeNull()
  })
})
