import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { RiverCard } from './RiverCard.tsx'

describe('RiverCard', () => {
  it.each([
    ['regtest', true, 'mined automatically'],
    ['regtest', false, 'mined on demand'],
  ] as const)(
    'shows how the next block is made on %s with automatic mining %s',
    async (network, automaticMining, how) => {
      renderWindow(<RiverCard title="Blocks" onOpen={() => {}} />, {
        getnodestatus: () => ({ network, automaticMining }) as never,
        getrecentblocks: () => [] as never,
      })
      expect(await screen.findByText(how)).toBeTruthy()
    },
  )

  it('shows no mining mode on a chain with miners', async () => {
    renderWindow(<RiverCard title="Blocks" onOpen={() => {}} />, {
      getnodestatus: () => ({ network: 'main', automaticMining: false }) as never,
      getrecentblocks: () => [] as never,
    })
    expect(await screen.findByText('Next block')).toBeTruthy()
    expect(screen.queryByText(/^mined/)).toBeNull()
  })

  it('shows no mining mode to Friend, because Me may mine its blocks', async () => {
    const { node } = renderWindow(<RiverCard title="Blocks" onOpen={() => {}} />, {
      listchains: () => ({ current: 'f', chains: [{ id: 'f', kind: 'friend', name: 'SANDBOX' }] }) as never,
      getnodestatus: () => ({ network: 'regtest', automaticMining: false, height: 7 }) as never,
      getrecentblocks: () => [] as never,
    })
    await waitFor(() => expect(node.inputsOf('getnodestatus')).toHaveLength(1))
    expect(await screen.findByText('Next block')).toBeTruthy()
    expect(screen.queryByText(/^mined/)).toBeNull()
  })
})
