import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { FirstSteps } from './FirstSteps.tsx'

const sandbox = { id: 'one', kind: 'sandbox', name: 'SANDBOX' }

function show(claiming: readonly string[]) {
  renderWindow(<FirstSteps />, {
    listchains: () => ({ current: 'one', chains: [sandbox] }) as never,
    getfirststeps: () => ({ done: ['mint', 'send', 'fund'], token: null, claiming }) as never,
  })
}

describe('FirstSteps', () => {
  beforeEach(() => loadTexts('people'))

  it('offers a claim as Friend', async () => {
    show([])
    expect(await screen.findByRole('link', { name: 'Claim as Friend' })).toBeTruthy()
  })

  it('says that Friend’s claim runs, and offers the step after it', async () => {
    show(['friend'])
    expect(await screen.findByText('Friend is searching for a faucet claim.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Claim as Friend' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Offer your token for sale' })).toBeTruthy()
  })
})
