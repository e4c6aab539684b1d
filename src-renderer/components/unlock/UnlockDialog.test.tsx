import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { DECLINED, RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { FakeNodeOptions, Replies } from '../../testing/fakeNode.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { UnlockDialog } from './UnlockDialog.tsx'
import { type UnlockPurpose, withUnlock } from './unlock.ts'

const LOCKED = new RpcError(RPC_ERROR.UNLOCK_NEEDED, 'Please enter the wallet passphrase')

/** Runs an action that fails once because the wallet is locked, and then succeeds. */
function attempt(replies: Replies, purpose: UnlockPurpose = 'send', options: FakeNodeOptions = {}) {
  const view = renderWindow(<UnlockDialog />, replies, options)
  let tries = 0
  const outcome: string[] = []
  act(() => {
    withUnlock(async () => {
      if (tries++ === 0) throw LOCKED
      return 'sent'
    }, purpose).then(
      (value) => outcome.push(value),
      (error: Error) => outcome.push(error.message),
    )
  })
  return { ...view, outcome }
}

const passphrase = () => screen.findByLabelText<HTMLInputElement>('Passphrase')
const UNLOCKED = () => null as never

describe('UnlockDialog', () => {
  it('shows the purpose of the passphrase, unlocks the wallet, and repeats the action', async () => {
    const { user, node, outcome } = attempt({ unlockwallet: UNLOCKED })
    const field = await passphrase()
    expect(field.type).toBe('password')
    expect(screen.getByText('To send this payment.')).toBeTruthy()
    await user.type(field, 'correct horse{Enter}')
    await waitFor(() => expect(outcome).toEqual(['sent']))
    expect(node.inputsOf('unlockwallet')).toEqual([{ passphrase: 'correct horse', seconds: 300 }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('unlocks the wallet for the selected time', async () => {
    const { user, node } = attempt({ unlockwallet: UNLOCKED })
    await user.type(await passphrase(), 'p')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Keep it unlocked' }), 'for a minute')
    await user.click(screen.getByRole('button', { name: 'Unlock' }))
    await waitFor(() => expect(node.inputsOf('unlockwallet')).toEqual([{ passphrase: 'p', seconds: 60 }]))
  })

  it('unlocks for staking only, by default for one day', async () => {
    const { user, node } = attempt({ unlockwallet: UNLOCKED }, 'stake')
    await user.type(await passphrase(), 'p{Enter}')
    const input = { passphrase: 'p', seconds: 86_400, scope: 'staking' }
    await waitFor(() => expect(node.inputsOf('unlockwallet')).toEqual([input]))
  })

  it('asks for a passphrase and makes no call without one', async () => {
    const { user, node } = attempt({ unlockwallet: UNLOCKED })
    await passphrase()
    await user.click(screen.getByRole('button', { name: 'Unlock' }))
    expect(await screen.findByText('Enter the passphrase.')).toBeTruthy()
    expect(node.inputsOf('unlockwallet')).toEqual([])
  })

  it('stays open after a wrong passphrase, with an empty, invalid field', async () => {
    const { user, outcome } = attempt({
      unlockwallet: () => {
        throw new RpcError(RPC_ERROR.PASSPHRASE_INCORRECT, 'wrong')
      },
    })
    const field = await passphrase()
    await user.type(field, 'guess{Enter}')
    expect(await screen.findByText('Wrong passphrase.')).toBeTruthy()
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['', 'true'])
    expect(outcome).toEqual([])
  })

  it('rejects with the first error of the action if cancelled', async () => {
    const { user, outcome } = attempt({ unlockwallet: UNLOCKED })
    await passphrase()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(outcome).toHaveLength(1))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows no field in the desktop app, and closes if the app’s window is declined', async () => {
    const replies: Replies = {
      unlockwallet: () => {
        throw new RpcError(RPC_ERROR.MISC, DECLINED)
      },
    }
    const { user, node, outcome } = attempt(replies, 'send', { desktop: true })
    expect(await screen.findByText(/you type the passphrase in the app’s own window/)).toBeTruthy()
    expect(screen.queryByLabelText('Passphrase')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Unlock' }))
    await waitFor(() => expect(outcome).toHaveLength(1))
    expect(node.inputsOf('unlockwallet')).toEqual([{ passphrase: '', seconds: 300 }])
  })
})
