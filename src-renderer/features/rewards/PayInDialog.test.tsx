import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { COIN } from '#shared/units.ts'
import { loadTexts } from '../../i18n/texts.ts'
import type { Replies } from '../../testing/fakeNode.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { PayInDialog } from './PayInDialog.tsx'
import type { ShownPlan } from './terms.ts'

beforeAll(() => loadTexts('rewards'))

const DAY = 86_400n
const PLAN = {
  ...{ fundingtxid: 'aa'.repeat(32), name: 'SAVINGS', apr: 10n * COIN, minseconds: 30n * DAY, maxseconds: 365n * DAY },
  ...{ mindeposit: COIN, funding: 50n * COIN, locked: 0n, trouble: 'none' },
} as unknown as ShownPlan

function show(kind: 'lock' | 'add', replies: Replies = {}) {
  return renderWindow(<PayInDialog kind={kind} plan={PLAN} coin="COIN" onClose={vi.fn()} />, {
    rewardsaddress: () => ({ myaddress: 'RMe', mybalance: 0n }) as never,
    getwalletsummary: () => ({ confirmed: 80n * COIN, locked: 0n }) as never,
    ...replies,
  })
}

const amount = () => screen.getByLabelText<HTMLInputElement>('How much?')
const review = () => screen.findByRole('button', { name: 'Review' })

describe('PayInDialog', () => {
  it('shows the expected reward before locking', async () => {
    const { user } = show('lock')
    expect(screen.getByText('Enter an amount to see what it earns.')).toBeTruthy()
    await user.type(amount(), '10')
    expect(screen.getByText(/They earn up to 1 COIN/)).toBeTruthy()
  })

  it('builds a lock in the plan', async () => {
    const { user, node } = show('lock')
    await screen.findByText(/80 COIN available/)
    await user.type(amount(), '10{Enter}')
    const input = { name: 'SAVINGS', fundingtxid: PLAN.fundingtxid, amount: '10.00000000' }
    await waitFor(() => expect(node.inputsOf('rewardslock')).toEqual([input]))
  })

  it.each([
    ['0.5', 'At least 1.'],
    ['60', 'At most 50: its pool cannot pay for more.'],
    ['80', 'With the fee, more than the 80 available.'],
    ['0', 'Enter an amount above 0.'],
  ])('rejects locking an amount of %s', async (text, problem) => {
    const { user, node } = show('lock')
    await screen.findByText(/80 COIN available/)
    await user.type(amount(), text)
    await user.click(await review())
    expect(await screen.findByText(problem)).toBeTruthy()
    expect(node.inputsOf('rewardslock')).toEqual([])
  })

  it('accepts an amount for the pool that cannot be locked', async () => {
    const { user, node } = show('add')
    await screen.findByText(/80 COIN available/)
    await user.type(amount(), '60{Enter}')
    await waitFor(() => expect(node.inputsOf('rewardsaddfunding')).toMatchObject([{ amount: '60.00000000' }]))
  })

  it('explains why no transaction was built, and keeps the amount', async () => {
    const { user } = show('lock', {
      rewardslock: () => ({ result: 'error', error: 'couldnt create rewards lock transaction' }) as never,
    })
    await screen.findByText(/80 COIN available/)
    await user.type(amount(), '10{Enter}')
    expect(await screen.findByText(/Nothing was sent/)).toBeTruthy()
    expect(amount().value).toBe('10')
  })
})
