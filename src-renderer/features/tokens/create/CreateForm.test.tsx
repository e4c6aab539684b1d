import { screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { COIN } from '#shared/units.ts'
import type { BuiltTransaction } from '../../../components/transaction/built.ts'
import { anExplanation } from '../../../components/transaction/testing/explanation.ts'
import { emptyTokenDraft, useUi } from '../../../components/uiStore.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import { createFakeFlow } from '../../../tasks/testing/fakeFlow.ts'
import type { ConfirmationFlow } from '../../../tasks/useConfirmation.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import type { TokenRequest } from '../draft.ts'
import { CreateForm } from './CreateForm.tsx'

beforeAll(() => loadTexts('tokens', 'nft'))
beforeEach(() => useUi.setState({ tokenDraft: emptyTokenDraft }))

function show(change: Partial<ConfirmationFlow<TokenRequest>> = {}) {
  const { flow, start: onReview } = createFakeFlow<TokenRequest>(change)
  const purse = { spendable: 5n * COIN, tokenKey: 0n }
  const form = <CreateForm coin="COIN" purse={purse} address="RMe" flow={flow} />
  return { ...renderWindow(form, { getnodestatus: () => ({ name: 'COIN' }) as never }), onReview }
}

const input = (name: RegExp | string) => screen.getByLabelText<HTMLInputElement>(name)
const review = () => screen.getByRole('button', { name: 'Review' })
const requested = (onReview: ReturnType<typeof show>['onReview']) =>
  waitFor(() => expect(onReview).toHaveBeenCalledOnce())

describe('CreateForm', () => {
  it('requests a review of the described token', async () => {
    const { user, onReview } = show()
    await user.type(input('Name'), 'GOLD')
    await user.type(input('Supply'), '1000')
    await user.type(input(/^Description/), 'A gram')
    await user.click(review())
    await requested(onReview)
    const request = { name: 'GOLD', supply: '0.00001000', description: 'A gram', units: 1000n, data: undefined }
    expect(onReview.mock.calls[0]?.[0]).toEqual(request)
  })

  it('reads the supply as coins if coins are selected', async () => {
    const { user, onReview } = show()
    await user.type(input('Name'), 'GOLD')
    await user.type(input('Supply'), '2')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Unit' }), 'COIN locked')
    await user.click(review())
    await requested(onReview)
    expect(onReview.mock.calls[0]?.[0]).toMatchObject({ units: 2n * COIN })
  })

  it('labels the total as approximate until the node has built the token', async () => {
    const { promise, resolve } = Promise.withResolvers<BuiltTransaction>()
    const { user } = show({ build: () => promise })
    await user.type(input('Name'), 'GOLD')
    await user.type(input('Supply'), '1000')
    const total = () => screen.getByText(/^You pay/).nextElementSibling?.textContent
    expect(screen.getByText('You pay, about')).toBeTruthy()
    expect(total()).toMatch(/^0\.00021/)
    const cost = { total: 26_000n, fee: 15_000n, paid: 0n, locked: 0n, markers: 10_000n, units: 1_000n, received: 0n }
    resolve({ hex: 'f00d', told: anExplanation([], { cost }), decodedText: '{}' })
    expect(await screen.findByText('You pay')).toBeTruthy()
    expect(total()).toMatch(/^0\.00026/)
  })

  it('names the missing name and supply', async () => {
    const { user, onReview } = show()
    await user.click(review())
    expect(await screen.findByText('A token needs a name.')).toBeTruthy()
    expect(screen.getByText('Enter the supply.')).toBeTruthy()
    expect(onReview).not.toHaveBeenCalled()
  })

  it('rejects a supply that locks more than the balance', async () => {
    const { user, onReview } = show()
    await user.type(input('Name'), 'GOLD')
    await user.type(input('Supply'), '600000000')
    await user.click(review())
    expect(await screen.findByText(/This locks 6 COIN .* but you have 5/)).toBeTruthy()
    expect(onReview).not.toHaveBeenCalled()
  })

  it('counts the bytes of a name, and rejects a longer one', async () => {
    const { user, paste, onReview } = show()
    await paste(input('Name'), 'ä'.repeat(17))
    expect(screen.getByText('34 / 32 bytes')).toBeTruthy()
    await user.type(input('Supply'), '1000')
    await user.click(review())
    expect(await screen.findByText('2 bytes too long.')).toBeTruthy()
    expect(onReview).not.toHaveBeenCalled()
  })

  it('creates an NFT of one unit, with its data after the contract code', async () => {
    const { user, onReview } = show()
    await user.click(screen.getByRole('radio', { name: /^NFT/ }))
    expect(screen.queryByRole('textbox', { name: 'Supply' })).toBeNull()
    await user.type(input('Name'), 'No. 17')
    await user.type(screen.getByRole('textbox', { name: /^Data/ }), 'AB')
    await user.click(review())
    await requested(onReview)
    expect(onReview.mock.calls[0]?.[0]).toMatchObject({ units: 1n, data: 'f34142' })
  })

  it('rejects an NFT link that contains a port', async () => {
    const { user, paste, onReview } = show()
    await user.click(screen.getByRole('radio', { name: /^NFT/ }))
    await user.type(input('Name'), 'No. 17')
    await paste(input(/^Link/), 'https://example.org:8080/a.png')
    await user.click(review())
    expect(await screen.findByText(/Links begin with https/)).toBeTruthy()
    expect(onReview).not.toHaveBeenCalled()
  })

  it('keeps the description while another page is shown, until it is cleared', async () => {
    const first = show()
    await first.user.type(input('Name'), 'GOLD')
    first.rerender(null)
    const { user } = show()
    expect(input('Name').value).toBe('GOLD')
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(input('Name').value).toBe('')
  })
})
