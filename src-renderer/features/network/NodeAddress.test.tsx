import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { NodeAddress } from './NodeAddress.tsx'

beforeAll(() => loadTexts('network'))

const added = (node: string, address: string) => ({
  ...{ node, kept: true, state: 'connected', failure: null, retryin: null },
  addresses: [{ address, connected: 'outbound' }],
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
  identifyowners: ({ addresses }: { readonly addresses: readonly unknown[] }) =>
    addresses.map((address) => ({
      ...{ address, label: null, contract: null },
      owner: String(address).startsWith('127') ? 'other' : 'unknown',
    })) as never,
  listaddednodes: () =>
    [added('seed.example:8233', '203.0.113.9:8233'), added('198.51.100.7', '198.51.100.7:8233')] as never,
}

describe('NodeAddress', () => {
  it.each([
    ['Friend’s node', '127.0.0.1:35119'],
    ['seed.example', '203.0.113.9:8233'],
    ['Added node', '198.51.100.7:8233'],
  ])('shows the name %s before the address', async (name, address) => {
    renderWindow(<NodeAddress address={address} />, REPLIES)
    expect(await screen.findByText(name)).toBeTruthy()
    expect(screen.getByText(address)).toBeTruthy()
  })

  it('shows only the address of an unknown node', () => {
    const { node } = renderWindow(<NodeAddress address="20.1.1.1:8233" />, REPLIES)
    expect(screen.getByText('20.1.1.1:8233').parentElement?.textContent).toBe('20.1.1.1:8233')
    expect(node.inputsOf('listaddednodes')).toHaveLength(1)
  })
})
