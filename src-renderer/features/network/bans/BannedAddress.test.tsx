import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { BannedAddress } from './BannedAddress.tsx'

beforeAll(() => loadTexts('network'))

const added = (node: string, address: string) => ({
  ...{ node, kept: true, state: 'waiting', failure: null, retryin: 1 },
  addresses: [{ address, connected: 'false' }],
})
const REPLIES = {
  listchains: () =>
    ({
      current: 'sandbox',
      chains: [
        { id: 'sandbox', kind: 'sandbox' },
        { id: 'friend', kind: 'friend' },
      ],
    }) as never,
  listaddednodes: () =>
    [added('seed.example:8233', '203.0.113.9:8233'), added('198.51.100.7', '198.51.100.7:8233')] as never,
}

describe('BannedAddress', () => {
  it.each([
    ['Friend’s node', '127.0.0.0/255.255.255.0', '127.0.0.0/24'],
    ['seed.example', '203.0.113.9/255.255.255.255', '203.0.113.9'],
    ['Added node', '198.51.100.7/255.255.255.255', '198.51.100.7'],
  ])('shows the name %s before the complete range', async (name, address, shown) => {
    renderWindow(<BannedAddress address={address} />, REPLIES)
    expect(await screen.findByText(name)).toBeTruthy()
    expect(screen.getByText(shown)).toBeTruthy()
  })
})
