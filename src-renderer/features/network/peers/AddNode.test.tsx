import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import type { Replies } from '../../../testing/fakeNode.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { useToasts } from '../../../ui/toasts.ts'
import type { ListedNode } from '../addedNode.ts'
import { AddNode } from './AddNode.tsx'

beforeAll(async () => {
  await loadTexts('network')
  await loadTexts('parts')
})

const NODE = '203.0.113.9:8233'

const outcome = (given: Partial<ListedNode>): ListedNode => ({
  ...{ node: NODE, kept: false, state: 'failed', failure: null, retryin: null, addresses: [] },
  ...given,
})

function show(replies: Replies = {}) {
  const onOpenChange = vi.fn()
  const view = renderWindow(<AddNode open onOpenChange={onOpenChange} />, { addnode: () => null, ...replies })
  return { ...view, onOpenChange, field: screen.getByLabelText<HTMLInputElement>('Address of the node') }
}

const click = (user: ReturnType<typeof show>['user'], name: string) => user.click(screen.getByRole('button', { name }))
const lastToast = () => useToasts.getState().toasts.at(-1)

describe('AddNode', () => {
  it('rejects an invalid address next to the field and keeps the text', async () => {
    const { user, node, field } = show()
    await user.type(field, '999.1.1.1')
    await click(user, 'Keep connected')
    expect(await screen.findByText(/each of the four numbers/)).toBeTruthy()
    expect(field.value).toBe('999.1.1.1')
    expect(node.inputsOf('addnode')).toEqual([])
  })

  it('explains next to the field why a single attempt failed, and keeps the text', async () => {
    const { user, onOpenChange, field } = show({ listaddednodes: () => [outcome({ failure: 'refused' })] })
    await user.type(field, NODE)
    await click(user, 'Try once')
    expect(await screen.findByText('Connection refused')).toBeTruthy()
    expect(field.value).toBe(NODE)
    expect(onOpenChange).not.toHaveBeenCalled()
  })

  it('waits for the handshake of a single attempt, then closes', async () => {
    const states = [outcome({ state: 'connecting' }), outcome({ state: 'connected' })]
    const { user, onOpenChange, field } = show({ listaddednodes: () => [states.shift() ?? outcome({})] })
    await user.type(field, NODE)
    await click(user, 'Try once')
    await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false))
    expect(lastToast()?.title).toBe(`Connected to ${NODE}`)
  })

  it('reports that an added node cannot be reached, and offers to remove it', async () => {
    const { user, node, field } = show({
      listaddednodes: () => [outcome({ kept: true, state: 'waiting', failure: 'self', retryin: 3 })],
    })
    await user.type(field, NODE)
    await click(user, 'Keep connected')
    await waitFor(() => expect(lastToast()?.title).toBe(`No connection to ${NODE}`))
    expect(lastToast()?.detail).toBe('This is this node itself. This node keeps trying.')
    lastToast()?.action?.run()
    await waitFor(() => expect(node.inputsOf('addnode').at(-1)).toEqual({ node: NODE, command: 'remove' }))
  })
})
