import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { STEPS } from '#shared/chains/index.ts'
import { loadTexts } from '../../i18n/texts.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { FirstSteps } from './FirstSteps.tsx'

const sandbox = { id: 'one', kind: 'sandbox', name: 'SANDBOX' }

function show(claiming: readonly string[], done: readonly string[] = ['mint', 'send', 'fund']) {
  return renderWindow(<FirstSteps />, {
    listchains: () => ({ current: 'one', chains: [sandbox] }) as never,
    getfirststeps: () => ({ done, token: null, claiming }) as never,
  })
}

describe('FirstSteps', () => {
  beforeEach(() => loadTexts('people'))

  it('offers a claim as Friend', async () => {
    show([])
    expect(await screen.findByRole('link', { name: 'Claim as Friend' })).toBeTruthy()
  })

  it('shows that Friend’s claim is running, and offers the next step', async () => {
    show(['friend'])
    expect(await screen.findByText('Friend is searching for a faucet claim.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Claim as Friend' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Offer your token for sale' })).toBeTruthy()
  })

  it('shows all steps as done until the user hides the list', async () => {
    const { user } = show([], STEPS)
    expect(await screen.findByText('7 of 7 done')).toBeTruthy()
    expect(screen.getAllByText('(done)')).toHaveLength(7)
    await user.click(screen.getByRole('button', { name: 'Hide first steps' }))
    expect(screen.queryByText('7 of 7 done')).toBeNull()
  })
})
