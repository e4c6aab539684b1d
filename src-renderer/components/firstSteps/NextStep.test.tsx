import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { STEPS } from '#shared/chains/index.ts'
import { loadTexts } from '../../i18n/texts.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { useHiddenSteps } from './hiddenSteps.ts'
import { NextStep } from './NextStep.tsx'

const show = () =>
  renderWindow(<NextStep />, {
    listchains: () => ({ current: 'two', chains: [{ id: 'two', kind: 'friend', name: 'SANDBOX' }] }) as never,
    getfirststeps: () => ({ done: STEPS, token: null, claiming: [] }) as never,
  })

describe('NextStep', () => {
  beforeEach(async () => {
    useHiddenSteps.setState({ chains: [] })
    await loadTexts('people')
  })

  it('shows that all steps are done, next to the button back to Me', async () => {
    show()
    expect(await screen.findByText('7 of 7 done')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Back to Me' })).toBeTruthy()
  })

  it('shows no steps after the user has hidden their list', async () => {
    useHiddenSteps.setState({ chains: ['sandbox'] })
    show()
    expect(await screen.findByRole('button', { name: 'Back to Me' })).toBeTruthy()
    expect(screen.queryByText('7 of 7 done')).toBeNull()
  })
})
