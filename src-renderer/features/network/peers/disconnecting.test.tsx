import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { RpcError } from '#shared/errors.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { useToasts } from '../../../ui/toasts.ts'
import type { ListedNode } from '../addedNode.ts'
import type { ListedPeer } from '../peer.ts'
import { SelectionBar } from './SelectionBar.tsx'

beforeAll(() => loadTexts('network'))

const peer = (id: number, addr: string) => ({ id, addr, inbound: false, ip: '203.0.113.9' }) as unknown as ListedPeer
const added = (node: string, address: string): ListedNode => ({
  ...{ node, kept: true, state: 'connected', failure: null, retryin: null },
  addresses: [{ address, connected: 'outbound' }],
})

function show(peers: readonly ListedPeer[], list: readonly ListedNode[]) {
  const ended: string[] = []
  const view = renderWindow(<SelectionBar peers={peers} onClear={() => {}} />, {
    addnode: () => null,
    listaddednodes: () => list,
    disconnectnode({ node }) {
      // The peer has not reconnected yet.
      if (ended.includes(String(node))) throw new RpcError(-29, 'Node not found in connected nodes')
      ended.push(String(node))
      return null
    },
  })
  return { ...view, disconnect: () => view.user.click(screen.getByRole('button', { name: 'Disconnect' })) }
}

const lastToast = () => useToasts.getState().toasts.at(-1)

describe('SelectionBar', () => {
  it('reports that an added node reconnects, and stops that in one undoable action', async () => {
    const { node, disconnect } = show([peer(1, '203.0.113.9:8233')], [added('friend.example', '203.0.113.9:8233')])
    await disconnect()
    await waitFor(() => expect(lastToast()?.title).toBe('Disconnected 203.0.113.9:8233'))
    expect(lastToast()).toMatchObject({
      detail: 'It is an added node, so this node reconnects at once.',
      action: { label: 'Also stop reconnecting' },
    })
    lastToast()?.action?.run()
    await waitFor(() => expect(lastToast()?.title).toBe('Disconnected friend.example; this node no longer reconnects'))
    expect(node.inputsOf('addnode')).toEqual([{ node: 'friend.example', command: 'remove' }])
    expect(node.inputsOf('disconnectnode')).toHaveLength(2)
    lastToast()?.action?.run()
    await waitFor(() => expect(node.inputsOf('addnode').at(-1)).toEqual({ node: 'friend.example', command: 'add' }))
  })

  it('offers to reconnect to a peer that is not an added node', async () => {
    const { node, disconnect } = show([peer(1, '203.0.113.9:8233')], [added('198.51.100.7', '198.51.100.7:8233')])
    await disconnect()
    await waitFor(() => expect(lastToast()?.action?.label).toBe('Connect again'))
    lastToast()?.action?.run()
    await waitFor(() => expect(node.inputsOf('addnode')).toEqual([{ node: '203.0.113.9:8233', command: 'onetry' }]))
  })
})
