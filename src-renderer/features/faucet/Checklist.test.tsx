import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { loadTexts } from '../../i18n/texts.ts'
import type { Replies } from '../../testing/fakeNode.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { Checklist } from './Checklist.tsx'
import { eligibilityWith } from './testing/eligibility.ts'

beforeAll(() => loadTexts('faucet'))

const TXID = 'ab'.repeat(32)

function show(fauceteligibility: Replies['fauceteligibility'], replies: Replies = {}) {
  const onTransaction = vi.fn()
  const list = <Checklist onTransaction={onTransaction} />
  return { ...renderWindow(list, { ...replies, ...(fauceteligibility && { fauceteligibility }) }), onTransaction }
}

const items = () => screen.getAllByRole('listitem')

describe('Checklist', () => {
  it('lists what is not met, and what is met on demand', async () => {
    const { user } = show(() => eligibilityWith([{ name: 'history', detail: 'used' }]))
    expect(await screen.findByText('Your address is new to the chain')).toBeTruthy()
    expect(items()).toHaveLength(1)
    expect(within(items()[0]!).getByText('No')).toBeTruthy()
    const more = screen.getByRole('button', { name: '7 of 8 conditions met' })
    expect(more.getAttribute('aria-expanded')).toBe('false')
    await user.click(more)
    expect(items()).toHaveLength(8)
    expect(more.getAttribute('aria-expanded')).toBe('true')
  })

  it('leads to the transaction that is in the way', async () => {
    const { user, onTransaction } = show(() => eligibilityWith([{ name: 'history', txid: TXID, height: 12 }]))
    await user.click(await screen.findByRole('button', { name: 'Show the transaction in block 12' }))
    expect(onTransaction).toHaveBeenCalledWith(TXID)
  })

  it('says of an address that has claimed that it is no fault', async () => {
    show(() => eligibilityWith([{ name: 'claimed', txid: TXID, height: 12 }]))
    expect(await screen.findByText(/This address has already claimed/)).toBeTruthy()
    expect(within(items()[0]!).getByText('No longer')).toBeTruthy()
  })

  it('says of a search that it runs', async () => {
    show(() => eligibilityWith([{ name: 'running' }]))
    expect(await screen.findByText('Searching')).toBeTruthy()
  })

  it('shows the other conditions of a chain without faucets as unknown', async () => {
    show(() => eligibilityWith([{ name: 'conditions' }, { name: 'pool' }]))
    await screen.findByText('The faucet can pay')
    expect(items().map((item) => within(item).getAllByText(/^(No|Unknown)$/)[0]?.textContent)).toEqual([
      'No',
      'Unknown',
    ])
  })

  it('tries again after a failure', async () => {
    let tries = 0
    const { user } = show(() => {
      if (tries++ === 0) throw new RpcError(RPC_ERROR.MISC, 'broken')
      return eligibilityWith()
    })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: '8 of 8 conditions met' })).toBeTruthy()
  })
})
