import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { BURN_KEY } from '#shared/protocol/contractRules.ts'
import { ContractRefusal } from '../../../components/contractRefusal.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import { createFakeFlow } from '../../../tasks/testing/fakeFlow.ts'
import type { Replies } from '../../../testing/fakeNode.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { MoveForm, type MoveFormProps, type MoveOrder } from './MoveForm.tsx'

beforeAll(() => loadTexts('tokens'))

const OWN = `02${'11'.repeat(32)}`
const OTHER = `03${'22'.repeat(32)}`

const ADDRESS = 'RVNKRr2uxPMxJeDwFnTKjdtiLtcs7UzCZn'

function show(props: Partial<MoveFormProps> = {}, { error = null, ...replies }: Replies & { error?: unknown } = {}) {
  const { flow, start: onSubmit } = createFakeFlow<MoveOrder>({ error })
  const shared = { burning: false, name: 'GOLD', units: 100n, ownKey: OWN, coin: 'COIN' }
  const form = <MoveForm {...shared} flow={flow} {...props} />
  const dialog = (
    <Dialog open onOpenChange={() => {}} title="Move">
      {form}
    </Dialog>
  )
  return { ...renderWindow(dialog, replies), onSubmit }
}

const input = (name: RegExp | string) => screen.getByLabelText<HTMLInputElement>(name)
const review = () => screen.getByRole('button', { name: 'Review' })

describe('MoveForm', () => {
  it('requests a review of receiver and units', async () => {
    const { user, paste, onSubmit } = show()
    await paste(input('Recipient'), ` ${OTHER.toUpperCase()} `)
    await user.type(input('Units'), '25')
    await user.click(review())
    await waitFor(() => expect(onSubmit.mock.calls).toEqual([[{ receiver: OTHER, units: 25n }]]))
  })

  it('starts with Friend and focuses the units if that is the next first step', async () => {
    const person = { id: 'two', address: ADDRESS, pubkey: OTHER }
    show(
      {},
      {
        listchains: () => ({ chains: [{ id: 'one', kind: 'sandbox', name: 'SANDBOX' }], current: 'one' }) as never,
        getfirststeps: () => ({ done: ['mint'], token: null, claiming: [] }) as never,
        startfriend: () => ({ me: person, friend: person }),
      },
    )
    await waitFor(() => expect(input('Recipient').value).toBe(OTHER))
    await waitFor(() => expect(document.activeElement).toBe(input('Units')))
  })

  it('fills in all units by a button', async () => {
    const { user, paste, onSubmit } = show()
    await paste(input('Recipient'), OTHER)
    await user.click(screen.getByRole('button', { name: 'All' }))
    await user.click(review())
    await waitFor(() => expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ units: 100n }))
  })

  it.each([
    ['101', 'More than you have.'],
    ['0', 'At least one.'],
    ['1.5', 'Enter a whole number of units.'],
  ])('rejects an amount of %s units', async (units, problem) => {
    const { user, paste, onSubmit } = show()
    await paste(input('Recipient'), OTHER)
    await user.type(input('Units'), units)
    await user.click(review())
    expect(await screen.findByText(problem)).toBeTruthy()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it.each([
    ['the key that burns', BURN_KEY, /Units sent to this key are burned/],
    ['a key that is cut', OTHER.slice(0, 60), /this one has 60/],
  ])('rejects %s as receiver', async (_what, receiver, problem) => {
    const { user, paste, onSubmit } = show()
    await paste(input('Recipient'), receiver)
    await user.type(input('Units'), '1')
    await user.click(review())
    expect(await screen.findByText(problem)).toBeTruthy()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it.each([
    ['an address whose key the chain has seen', ADDRESS],
    ['a link that carries the key', `coin:${ADDRESS}?key=${OTHER}`],
  ])('replaces %s with its key', async (_what, text) => {
    const { user, paste, onSubmit } = show({}, { getaddresskey: () => ({ address: ADDRESS, pubkey: OTHER }) })
    await paste(input('Recipient'), text)
    await waitFor(() => expect(input('Recipient').value).toBe(OTHER))
    await user.type(input('Units'), '1')
    await user.click(review())
    await waitFor(() => expect(onSubmit.mock.calls).toEqual([[{ receiver: OTHER, units: 1n }]]))
  })

  it('asks for the key of an unseen address, and keeps the text', async () => {
    const { user, paste, onSubmit } = show({}, { getaddresskey: () => ({ address: ADDRESS, pubkey: null }) })
    await paste(input('Recipient'), ADDRESS)
    expect(await screen.findByText(/The key of this address is unknown here/)).toBeTruthy()
    await user.type(input('Units'), '1')
    await user.click(review())
    expect(input('Recipient').value).toBe(ADDRESS)
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('explains that the units stay if the recipient is the key of this node', async () => {
    const { paste } = show()
    await paste(input('Recipient'), OWN)
    expect(screen.getByText(/This is your own key: you keep the units/)).toBeTruthy()
  })

  it('burns only after the token’s name was typed', async () => {
    const { user, onSubmit } = show({ burning: true })
    expect(screen.getByText(/are gone for good/)).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Recipient' })).toBeNull()
    await user.type(input('Units'), '3')
    await user.type(input(/Type the token’s name/), 'GOL')
    await user.click(review())
    expect(await screen.findByText('Not the same yet.')).toBeTruthy()
    expect(onSubmit).not.toHaveBeenCalled()
    await user.type(input(/Type the token’s name/), 'D')
    await user.click(review())
    await waitFor(() => expect(onSubmit.mock.calls).toEqual([[{ receiver: BURN_KEY, units: 3n }]]))
  })

  it('explains that no transaction was built', () => {
    show({}, { error: new ContractRefusal('cant find normal inputs') })
    expect(screen.getByRole('alert').textContent).toMatch(/Nothing was sent/)
  })
})
