import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { COIN } from '#shared/units.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import type { Replies } from '../../../testing/fakeNode.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { sampleOrder } from '../testing/orders.ts'
import { PlaceOrder, type PlaceOrderProps } from './PlaceOrder.tsx'

beforeAll(() => loadTexts('trade', 'market'))

const token = { tokenid: '22'.repeat(32), name: 'GOLD', movable: true }

function show(props: Partial<PlaceOrderProps> = {}, replies: Replies = {}) {
  return renderWindow(<PlaceOrder token={token} {...props} />, {
    getnodestatus: () => ({ name: 'COIN' }) as never,
    tokenaddress: () => ({ mybalance: 0n }) as never,
    tokenbalance: () => ({ result: 'success', balance: 40n }) as never,
    getwalletsummary: () => ({ confirmed: 50n * COIN, locked: 0n }) as never,
    listorders: () => ({ rows: [] }) as never,
    ...replies,
  })
}

const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const review = () => screen.getByRole('button', { name: 'Review' })

describe('PlaceOrder', () => {
  it('computes the total from amount and price', async () => {
    const { user } = show()
    await user.type(input('Amount'), '10')
    await user.type(input('Price per unit'), '1.5')
    expect(input('Total').value).toBe('15')
  })

  it('computes the amount from a total at the typed price', async () => {
    const { user } = show()
    await user.type(input('Price per unit'), '2')
    await user.type(input('Total'), '9')
    expect(input('Amount').value).toBe('4')
    await user.tab()
    expect(input('Total').value).toBe('8')
  })

  it('builds a bid with the price of one unit', async () => {
    const { user, node } = show()
    await user.type(input('Amount'), '10')
    await user.type(input('Price per unit'), '1.5')
    await user.click(review())
    const bid = { method: 'tokenbid', params: ['10', token.tokenid, '1.50000000'] }
    await waitFor(() => expect(node.inputsOf('preparefunded').at(-1)).toEqual(bid))
  })

  it('labels the total as approximate while the node has not built the bid', async () => {
    const { user } = show()
    await user.type(input('Amount'), '10')
    await user.type(input('Price per unit'), '1.5')
    expect(screen.getByText('You pay now, about').nextElementSibling?.textContent).toContain('15.0002')
  })

  it('shows the number of held units, and sells all of them', async () => {
    const { user, node } = show({ side: 'ask' })
    expect(await screen.findByText('40 GOLD available')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'All' }))
    await user.type(input('Price per unit'), '1')
    await user.click(review())
    const ask = { method: 'tokenask', params: ['40', token.tokenid, '1.00000000'] }
    await waitFor(() => expect(node.inputsOf('preparefunded').at(-1)).toEqual(ask))
  })

  it('rejects a bid of more coins than the balance', async () => {
    const { user, node } = show()
    await screen.findByText('50 COIN available')
    await user.type(input('Amount'), '10')
    await user.type(input('Price per unit'), '6')
    await user.click(review())
    expect(await screen.findByText(/With the fees this takes 60\.0002; 50 are available/)).toBeTruthy()
    expect(node.inputsOf('preparefunded')).toEqual([])
  })

  it('names the missing amount and price', async () => {
    const { user } = show()
    await user.click(review())
    expect(await screen.findByText('How many?')).toBeTruthy()
    expect(screen.getByText('Which price?')).toBeTruthy()
  })

  it('warns that a seller may take a bid for a single unit', async () => {
    const { user } = show()
    await user.type(input('Amount'), '10')
    await user.type(input('Price per unit'), '1.5')
    expect(screen.getByText(/A seller may take all 15 COIN for one unit/)).toBeTruthy()
  })

  it('offers an existing order at the typed price', async () => {
    const { user } = show({ price: '8' }, { listorders: () => ({ rows: [sampleOrder()] }) as never })
    expect(await screen.findByText(/^Already offered: \d+ for /)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Buy from that offer' }))
    expect(await screen.findByRole('dialog', { name: 'Buy GOLD' })).toBeTruthy()
  })

  it('updates to a price that was chosen in the order book', () => {
    const { rerender } = show({ side: 'bid', price: '2' })
    rerender(<PlaceOrder token={token} side="ask" price="3" />)
    expect(input('Price per unit').value).toBe('3')
    expect(screen.getByRole('radio', { name: 'Sell' }).getAttribute('aria-checked')).toBe('true')
  })

  it('shows no form for an NFT that cannot be moved', () => {
    show({ token: { ...token, movable: false } })
    expect(screen.getByText('This NFT cannot be traded')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})
