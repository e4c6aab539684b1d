import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { COIN } from '#shared/units.ts'
import { ContractRefusal } from '../../../components/contractRefusal.ts'
import type { BuiltTransaction } from '../../../components/transaction/built.ts'
import { anExplanation } from '../../../components/transaction/testing/explanation.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import { createFakeFlow } from '../../../tasks/testing/fakeFlow.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { sampleOrder } from '../testing/orders.ts'
import { FillForm, type FillFormProps } from './FillForm.tsx'
import type { TradeRequest } from './request.ts'
import type { TradeFlow } from './useTrade.ts'

beforeAll(() => loadTexts('trade'))

const token = { tokenid: '22'.repeat(32), name: 'GOLD', movable: true }

function show(props: Partial<FillFormProps> = {}, change: Partial<TradeFlow> = {}) {
  const { flow: trade, start: onSubmit } = createFakeFlow<TradeRequest>(change)
  const requestFor = (units: bigint) => ({ units }) as TradeRequest
  const means = { coins: 1000n * COIN, units: 40n }
  const shared = { row: sampleOrder(), changed: false, means, token, coin: 'COIN', initial: undefined }
  const form = (
    <Dialog open onOpenChange={() => {}} title="Fill">
      <FillForm {...shared} trade={trade} requestFor={requestFor} {...props} />
    </Dialog>
  )
  return { ...renderWindow(form), onSubmit }
}

const amount = () => screen.getByLabelText<HTMLInputElement>('Amount')
const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Share of the order' })
const review = () => screen.getByRole('button', { name: 'Review' })
const figures = () => {
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent)
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  return Object.fromEntries(terms.map((term, at) => [term, values[at]]))
}

describe('FillForm', () => {
  it('shows the exact amounts that are paid, received and left', async () => {
    const { user } = show()
    await user.type(amount(), '10')
    expect(figures()).toMatchObject({
      'You receive': expect.stringContaining('10'),
      'You pay the seller, in COIN': expect.stringContaining('77.7'),
      'Left in the order': expect.stringContaining('90'),
    })
  })

  it('labels the total as approximate until the node has built the purchase', async () => {
    const { promise, resolve } = Promise.withResolvers<BuiltTransaction>()
    const { user } = show({}, { build: () => promise })
    await user.type(amount(), '10')
    const total = () => Object.entries(figures()).find(([term]) => /^You pay(, about)?$/.test(term ?? ''))
    expect(total()).toEqual([expect.stringMatching(/, about$/), expect.stringContaining('77.7002')])
    const paid = 7_770_000_000n
    const cost = { total: paid + 25_000n, fee: 15_000n, paid, locked: 0n, markers: 10_000n, units: 0n, received: 0n }
    resolve({ hex: 'f00d', told: anExplanation([], { cost }), decodedText: '{}' })
    const built = [expect.not.stringMatching(/about/), expect.stringContaining('77.70025')]
    await waitFor(() => expect(total()).toEqual(built))
  })

  it('requests a review of the typed units', async () => {
    const { user, onSubmit } = show()
    await user.type(amount(), '10{Enter}')
    await waitFor(() => expect(onSubmit.mock.calls).toEqual([[{ units: 10n }]]))
  })

  it('opens the review automatically if the units are already chosen', async () => {
    const { onSubmit } = show({ initial: 10n, begin: true })
    await waitFor(() => expect(onSubmit.mock.calls).toEqual([[{ units: 10n }]]))
  })

  it.each([
    ['', 'How many?'],
    ['0', 'At least one.'],
    ['1.5', 'A whole number of units.'],
    ['101', 'More than the 100 that are left.'],
  ])('rejects an amount of "%s"', async (text, problem) => {
    const { user, onSubmit } = show()
    if (text !== '') await user.type(amount(), text)
    await user.click(review())
    expect(await screen.findByText(problem)).toBeTruthy()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('rejects buying more than the coins pay for', async () => {
    const { user, onSubmit } = show({ means: { coins: 100n * COIN, units: 0n } })
    await user.type(amount(), '50')
    await user.click(review())
    expect(await screen.findByText(/100 pay for at most 12\./)).toBeTruthy()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('rejects selling more than is held', async () => {
    const { user, onSubmit } = show({ row: sampleOrder({ side: 'bid' }) })
    await user.type(amount(), '50')
    await user.click(review())
    expect(await screen.findByText('More than the 40 you hold.')).toBeTruthy()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('sets the maximum amount by a button', async () => {
    const { user } = show({ row: sampleOrder({ side: 'bid' }) })
    await user.click(screen.getByRole('button', { name: 'All' }))
    expect(amount().value).toBe('40')
  })

  it('keeps amount and slider in sync', async () => {
    const { user } = show()
    fireEvent.change(slider(), { target: { value: '25' } })
    expect(amount().value).toBe('25')
    await user.clear(amount())
    await user.type(amount(), '80')
    expect([slider().value, slider().getAttribute('aria-valuetext')]).toEqual(['80', '80'])
  })

  it('reports that a part was filled since the order was opened', () => {
    show({ changed: true, row: sampleOrder({ unitsleft: 60n, coinsleft: 46_620_000_000n }) })
    expect(screen.getByText(/60 GOLD are left/)).toBeTruthy()
  })

  it('explains that no transaction was built', () => {
    show({}, { error: new ContractRefusal('no such order') })
    expect(screen.getByRole('alert').textContent).toMatch(/Nothing was sent/)
  })
})
