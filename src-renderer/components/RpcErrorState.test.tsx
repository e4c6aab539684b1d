import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { DECLINED, RPC_ERROR, RpcError } from '#shared/errors.ts'
import { ConnectionError } from '../node/connection.ts'
import { renderWindow } from '../testing/renderWindow.tsx'
import { RpcErrorState } from './RpcErrorState.tsx'

function show(error: unknown) {
  const onRetry = vi.fn()
  return { ...renderWindow(<RpcErrorState error={error} onRetry={onRetry} />), onRetry }
}

const retry = () => screen.queryByRole('button', { name: 'Try again' })

describe('RpcErrorState', () => {
  it('shows what happened, what is safe and the technical text, and retries on a click', async () => {
    const { user, onRetry } = show(new RpcError(RPC_ERROR.INTERNAL, 'bad row in tokens'))
    expect(screen.getByRole('alert').textContent).toMatch(/Something went wrong inside the node.*Nothing was changed/)
    expect(screen.getByText(/bad row in tokens/).closest('details')).toBeTruthy()
    await user.click(retry()!)
    expect(onRetry).toHaveBeenCalledOnce()
  })

  it.each([
    ['a lost connection', new ConnectionError('closed')],
    ['a node that starts', new RpcError(RPC_ERROR.IN_WARMUP, 'Loading')],
  ])('shows no error of its own for %s, which the frame reports', (_what, error) => {
    show(error)
    expect(screen.getByText('Shown as soon as the node answers.')).toBeTruthy()
    expect([screen.queryByRole('alert'), retry()]).toEqual([null, null])
  })

  it('offers no retry if the node has no token key', () => {
    show(new RpcError(RPC_ERROR.MISC, 'set -pubkey= first'))
    expect(screen.getByText('There is no main address')).toBeTruthy()
    expect(retry()).toBeNull()
  })

  it('shows a refusal by the user as a status, not as an alert', () => {
    show(new RpcError(RPC_ERROR.MISC, DECLINED))
    expect([screen.queryByRole('alert'), screen.queryByRole('status') !== null]).toEqual([null, true])
  })
})
