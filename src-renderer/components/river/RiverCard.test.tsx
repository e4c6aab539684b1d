import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { RiverCard } from './RiverCard.tsx'

describe('RiverCard', () => {
  it.each([
    ['main', false, 'mined by miners'],
    ['regtest', true, 'mined automatically'],
    ['regtest', false, 'mined on demand'],
  ] as const)(
    'says how the next block is made on %s with automatic mining %s',
    async (network, automaticMining, how) => {
      renderWindow(<RiverCard title="Blocks" onOpen={() => {}} />, {
        getnodestatus: () => ({ network, automaticMining }) as never,
        getrecentblocks: () => [] as never,
      })
      expect(await screen.findByText(how)).toBeTruthy()
    },
  )
})
