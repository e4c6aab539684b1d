import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderWindow } from '../testing/renderWindow.tsx'
import { Sidebar } from './Sidebar.tsx'

const chain = { id: 'one', kind: 'created', name: 'GARDEN', label: 'Garden' } as never

function show({ units = 0n, staked = 0 }) {
  return renderWindow(<Sidebar chain={chain} />, {
    listchains: () => ({ current: 'one', chains: [chain] }) as never,
    getwalletsummary: () => ({ tokens: units }) as never,
    getinfo: () => ({ staked }) as never,
  })
}

const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

describe('Sidebar', () => {
  it('opens all tokens for a user who holds none', async () => {
    const { node } = show({})
    await waitFor(() => expect(node.inputsOf('getwalletsummary')).toHaveLength(1))
    expect(node.inputsOf('tokensummary')).toEqual([])
    expect(target('Tokens')).toBe('/tokens')
  })

  it('opens Mine for a user who holds a token', async () => {
    show({ units: 1n })
    await waitFor(() => expect(target('Tokens')).toBe('/tokens?show=mine'))
  })

  it('lists Staking on a chain that stakes', async () => {
    show({ staked: 50 })
    expect(await screen.findByRole('link', { name: 'Staking' })).toBeTruthy()
  })

  it('marks one entry as current while staking is open', async () => {
    const { router } = show({})
    await act(() => router.navigate({ to: '/mining', search: { half: 'stake' } }))
    const current = () => screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
    await waitFor(() => expect(current().map((link) => link.getAttribute('aria-label'))).toEqual(['Staking']))
  })
})
