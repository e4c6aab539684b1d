import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { COIN } from '#shared/units.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import { createFakeFlow } from '../../../tasks/testing/fakeFlow.ts'
import type { Replies } from '../../../testing/fakeNode.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import type { WalletSummary } from '../BalanceStrip.tsx'
import type { ReadyPayment } from './buildPayment.ts'
import type { SendRequest } from './check.ts'
import { useDrafts } from './draftStore.ts'
import { SendForm } from './SendForm.tsx'

beforeAll(() => loadTexts('wallet'))
beforeEach(() => useDrafts.setState({ drafts: {} }))

const ADDRESS = 'RVNKRr2uxPMxJeDwFnTKjdtiLtcs7UzCZn'
const OTHER = 'RYtdWuBEgkzJLpLAAGCeHVmqkBJRvCbnNX'
const SUMMARY = { confirmed: 100n * COIN, locked: 10n * COIN, total: 100n * COIN, hash: '00' } as WalletSummary

function show(replies: Replies = {}) {
  const onReview = vi.fn()
  const { flow } = createFakeFlow<SendRequest, ReadyPayment>()
  const form = <SendForm coin="COIN" summary={SUMMARY} focused={false} flow={flow} onSubmit={onReview} />
  const view = renderWindow(form, {
    getnetworkinfo: () => ({ relayfee: 100n }) as never,
    preparesend: () => ({ fee: 2_260n, size: 226 }) as never,
    validateaddress: () => ({ isvalid: true, ismine: false }) as never,
    ...replies,
  })
  return { ...view, onReview }
}

const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const review = () => screen.getByRole('button', { name: 'Review' })
const cost = () => within(screen.getByRole('region', { name: 'Cost' }))

describe('SendForm', () => {
  it('requests a review of exactly the typed payment', async () => {
    const { user, paste, onReview } = show()
    await paste(input('Pay to'), ` ${ADDRESS} `)
    await user.type(input('Amount'), '1.5')
    await user.click(review())
    await waitFor(() => expect(onReview).toHaveBeenCalledOnce())
    const outputs = [{ address: ADDRESS, satoshis: 150_000_000n }]
    expect(onReview.mock.calls[0]?.[0]).toMatchObject({
      outputs,
      everything: false,
      rate: undefined,
      inputs: undefined,
    })
  })

  it('pays to the address of a public key that was pasted', async () => {
    const key = `02${'ab'.repeat(32)}`
    const { user, paste, onReview } = show({ getaddresskey: () => ({ address: ADDRESS, pubkey: key }) })
    await paste(input('Pay to'), key)
    await waitFor(() => expect(input('Pay to').value).toBe(ADDRESS))
    await user.type(input('Amount'), '1')
    await user.click(review())
    await waitFor(() => expect(onReview).toHaveBeenCalledOnce())
    expect(onReview.mock.calls[0]?.[0]).toMatchObject({ outputs: [{ address: ADDRESS, satoshis: COIN }] })
  })

  it('reports missing input only after an attempt, and focuses the first field', async () => {
    const { user, onReview } = show()
    expect(screen.queryByText('Enter an address.')).toBeNull()
    await user.click(review())
    expect(await screen.findByText('Enter an address.')).toBeTruthy()
    expect(screen.getByText('Enter an amount.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(input('Pay to')))
    expect(onReview).not.toHaveBeenCalled()
  })

  it('rejects an amount above the spendable balance, without locked coins', async () => {
    const { user, paste, onReview } = show()
    await paste(input('Pay to'), ADDRESS)
    await user.type(input('Amount'), '91')
    await user.click(review())
    expect(await screen.findByText(/You can spend at most 90/)).toBeTruthy()
    expect(onReview).not.toHaveBeenCalled()
  })

  it('explains when the fee is shown, even if the input is invalid', async () => {
    const { user, paste } = show()
    await paste(input('Pay to'), 'nobody')
    await user.type(input('Amount'), '0')
    expect(cost().getByText('Shown once address and amount are valid.')).toBeTruthy()
  })

  it('warns about a contract’s address, whose coins anyone can take', async () => {
    const { paste } = show({
      createrawtransaction: () => '00' as never,
      explaintransaction: () => ({ outputs: [{ owner: 'contract' }] }) as never,
    })
    await paste(input('Pay to'), ADDRESS)
    expect(await screen.findByText(/This is a contract’s address/)).toBeTruthy()
    expect(input('Pay to').getAttribute('aria-invalid')).toBe('true')
  })

  it('reports an address with a typo as invalid on this chain', async () => {
    const { paste } = show({ validateaddress: () => ({ isvalid: false }) as never })
    await paste(input('Pay to'), ADDRESS)
    expect(await screen.findByText(/check it for typos/)).toBeTruthy()
  })

  it('sends everything, then a typed amount again', async () => {
    const { user, paste, onReview } = show()
    await paste(input('Pay to'), ADDRESS)
    await user.click(screen.getByRole('button', { name: 'All: send everything' }))
    expect(input('Amount').value).toBe('90')
    await user.click(review())
    await waitFor(() => expect(onReview).toHaveBeenCalledOnce())
    const everything = { everything: true, outputs: [{ address: ADDRESS, satoshis: 90n * COIN }] }
    expect(onReview.mock.calls[0]?.[0]).toMatchObject(everything)
    await user.type(input('Amount'), '{Backspace}')
    expect(input('Amount').value).toBe('9')
    expect(screen.getByRole('button', { name: 'All: send everything' }).getAttribute('aria-pressed')).toBe('false')
  })

  it('shows the same fee and sum as the confirmation', async () => {
    const { user, paste } = show()
    await paste(input('Pay to'), ADDRESS)
    await user.type(input('Amount'), '1.5')
    const line = (label: string) => cost().getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
    await waitFor(() => expect(line('Network fee')).toContain('0.0000226'))
    expect(line('You pay')).toContain('1.5000226')
  })

  it('adds and removes recipients, and rejects the same recipient twice', async () => {
    const { user, paste } = show()
    await paste(input('Pay to'), ADDRESS)
    await user.click(screen.getByRole('button', { name: 'Add recipient' }))
    await paste(input('Pay to, 2'), ADDRESS)
    await user.click(review())
    expect(await screen.findByText(/already listed above/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Remove recipient 1' }))
    expect(screen.queryByText(/already listed above/)).toBeNull()
    expect(input('Pay to').value).toBe(ADDRESS)
  })

  it('fills in address, amount and notes from a payment link', async () => {
    const { paste } = show()
    await paste(input('Pay to'), `coin:${OTHER}?amount=2.5&label=Anna&message=Rent`)
    const values = [input('Pay to').value, input('Amount').value]
    expect(values).toEqual([OTHER, '2.5'])
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('Anna')
  })

  it('shows the cost of the payment and the remaining balance', async () => {
    const { user, paste } = show()
    await paste(input('Pay to'), ADDRESS)
    await user.type(input('Amount'), '1')
    expect(await cost().findByText(/^0\.0000226 COIN for 226 bytes/)).toBeTruthy()
    const shown = screen.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(shown).toEqual(['1.00000000', '0.00002260', '1.00002260', '88.99997740'])
  })

  it('explains why the node cannot make the payment', async () => {
    const { user, paste } = show({
      preparesend: () => {
        throw new RpcError(RPC_ERROR.INSUFFICIENT_FUNDS, 'Insufficient funds')
      },
    })
    await paste(input('Pay to'), ADDRESS)
    await user.type(input('Amount'), '1')
    expect(await cost().findByText(/[Nn]ot enough|funds/)).toBeTruthy()
  })

  it('rejects a fee rate that nodes do not relay', async () => {
    const { user, paste, onReview } = show()
    await paste(input('Pay to'), ADDRESS)
    await user.type(input('Amount'), '1')
    await user.click(screen.getByRole('radio', { name: 'Custom' }))
    await user.type(input('Fee rate'), '0.0000001')
    await user.click(review())
    expect(await screen.findByText(/lower rates are not relayed/)).toBeTruthy()
    expect(onReview).not.toHaveBeenCalled()
  })

  it('keeps the input while another page is shown, until it is cleared', async () => {
    const first = show()
    await first.paste(input('Pay to'), ADDRESS)
    first.rerender(null)
    const { user } = show()
    expect(input('Pay to').value).toBe(ADDRESS)
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(input('Pay to').value).toBe('')
    expect(useDrafts.getState().drafts).toEqual({})
  })
})
