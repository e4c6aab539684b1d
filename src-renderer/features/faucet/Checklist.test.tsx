import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { Checklist } from './Checklist.tsx'
import type { EligibilityCheck } from './claimStatus.ts'
import { eligibilityWith } from './testing/eligibility.ts'

beforeAll(() => loadTexts('faucet'))

const TXID = 'ab'.repeat(32)

function show(...failed: readonly Partial<EligibilityCheck>[]) {
  const onTransaction = vi.fn()
  const list = <Checklist data={eligibilityWith(failed)} onTransaction={onTransaction} />
  return { ...renderWindow(list, {}), onTransaction }
}

const findItem = async (name: string) => within((await screen.findByText(name)).closest('li')!)

describe('Checklist', () => {
  it('lists every condition, and counts the met ones', async () => {
    show({ name: 'history', detail: 'used' })
    expect(await screen.findByRole('heading', { name: '7 of 8 conditions met' })).toBeTruthy()
    expect(screen.getAllByRole('listitem')).toHaveLength(8)
    expect((await findItem('Your address is new to the chain')).getByText('No')).toBeTruthy()
  })

  it('links to the transaction that violates a condition', async () => {
    const { user, onTransaction } = show({ name: 'history', txid: TXID, height: 12 })
    await user.click(await screen.findByRole('button', { name: 'Show the transaction in block 12' }))
    expect(onTransaction).toHaveBeenCalledWith(TXID)
  })

  it('explains an earlier claim of the address without calling it a fault', async () => {
    show({ name: 'claimed', txid: TXID, height: 12 })
    expect(await screen.findByText(/This address has already claimed/)).toBeTruthy()
    expect((await findItem('The address has not claimed before')).getByText('No longer')).toBeTruthy()
  })

  it('shows a running search as in progress', async () => {
    show({ name: 'running' })
    expect(await screen.findByText('Searching')).toBeTruthy()
  })

  it('explains an empty faucet in one short sentence', async () => {
    show({ name: 'pool', amount: 0n, detail: 'The faucet is empty: it has no confirmed coins to claim.' })
    expect((await findItem('The faucet can pay')).getByText('The faucet is empty.')).toBeTruthy()
  })

  it('shows the other conditions of a chain without faucets as unknown', async () => {
    show({ name: 'conditions' }, { name: 'pool' })
    expect((await findItem('The faucet can pay')).getByText('Unknown')).toBeTruthy()
    expect((await findItem('The chain supports faucets')).getByText('No')).toBeTruthy()
  })
})
