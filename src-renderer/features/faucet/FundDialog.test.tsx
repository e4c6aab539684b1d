import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { COIN } from '#shared/units.ts'
import { anExplanation, anInput, anOutput } from '../../components/transaction/testing/explanation.ts'
import { loadTexts } from '../../i18n/texts.ts'
import type { Replies } from '../../testing/fakeNode.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { FundDialog } from './FundDialog.tsx'

beforeAll(() => loadTexts('faucet'))

const OWN = 'RMe'

const deposit = (amount: bigint) =>
  anExplanation([anOutput({ amount, owner: 'contract', role: 'contract', address: 'RFaucet' })], {
    ...{ module: 'faucet', action: 'faucet-fund' },
    inputs: [anInput({ amount: amount + 10_000n })],
  })

function show(replies: Replies = {}) {
  const onClose = vi.fn()
  const view = renderWindow(<FundDialog coin="COIN" onClose={onClose} />, {
    faucetaddress: () => ({ myaddress: OWN, mybalance: 0n }) as never,
    getwalletsummary: () => ({ confirmed: 10n * COIN, locked: 0n }) as never,
    faucetfund: () => ({ result: 'success', hex: 'f00d' }) as never,
    explaintransaction: () => deposit(3n * COIN),
    ...replies,
  })
  return { ...view, onClose }
}

const amount = () => screen.getByLabelText<HTMLInputElement>('Amount')
const review = () => screen.getByRole('button', { name: 'Review' })

describe('FundDialog', () => {
  it('builds a deposit of the typed amount, and sends nothing yet', async () => {
    const { user, node } = show()
    await user.type(amount(), '3{Enter}')
    await waitFor(() => expect(node.inputsOf('faucetfund')).toEqual([{ amount: '3.00000000' }]))
    expect(await screen.findByText('Fund the faucet with 3 COIN?')).toBeTruthy()
    expect(node.inputsOf('sendrawtransaction')).toEqual([])
  })

  it('rejects an empty amount, a too small one, and more than the balance', async () => {
    const { user, node } = show()
    expect(await screen.findByText(/10 COIN available/)).toBeTruthy()
    await user.click(review())
    expect(await screen.findByText('Enter an amount.')).toBeTruthy()
    await user.type(amount(), '10')
    expect(await screen.findByText(/more than the 10 available/)).toBeTruthy()
    await user.clear(amount())
    await user.type(amount(), '0.0001')
    expect(await screen.findByText(/Enter more than 0.01/)).toBeTruthy()
    expect(node.inputsOf('faucetfund')).toEqual([])
  })

  it('warns that a deposit below one claim is not enough for another claim', async () => {
    const { user } = show({ fauceteligibility: () => ({ payout: COIN / 10n, checks: [] }) as never })
    await user.type(amount(), '0.05')
    expect(await screen.findByText(/another claim, which takes 0\.1001 COIN with its fee/)).toBeTruthy()
    await user.clear(amount())
    await user.type(amount(), '1')
    await waitFor(() => expect(screen.queryByText(/another claim/)).toBeNull())
  })

  it('adds the faucet’s coins to a deposit below one claim', async () => {
    const checks = [{ name: 'pool', passed: true, amount: 14_000_000n }]
    const { user } = show({ fauceteligibility: () => ({ payout: COIN / 10n, checks }) as never })
    await user.type(amount(), '0.05')
    expect(await screen.findByText(/another claim/)).toBeTruthy()
    await user.clear(amount())
    await user.type(amount(), '0.07')
    await waitFor(() => expect(screen.queryByText(/another claim/)).toBeNull())
  })

  it('sends no transaction of another amount, and shows the error in the form', async () => {
    const { user, node } = show({ explaintransaction: () => deposit(4n * COIN) })
    await user.type(amount(), '3{Enter}')
    expect(await screen.findByText('The built transaction is not what you asked for')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Fund the faucet' })).toBeNull()
    expect(node.inputsOf('sendrawtransaction')).toEqual([])
    expect(amount().value).toBe('3')
  })

  it('keeps the typed amount after going back from the review', async () => {
    const { user } = show()
    await user.type(amount(), '3{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    await waitFor(() => expect(amount().value).toBe('3'))
  })

  it('explains why no transaction was built', async () => {
    const { user } = show({
      faucetfund: () => ({ result: 'error', error: 'couldnt create faucet funding transaction' }) as never,
    })
    await user.type(amount(), '3{Enter}')
    expect(await screen.findByText('Not enough coins in this wallet')).toBeTruthy()
    expect(screen.getByText(/Nothing was sent/)).toBeTruthy()
  })
})
