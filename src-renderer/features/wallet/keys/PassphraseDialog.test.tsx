import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import type { FakeNodeOptions, Replies } from '../../../testing/fakeNode.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { useToasts } from '../../../ui/toasts.ts'
import { PassphraseDialog } from './PassphraseDialog.tsx'

beforeAll(() => loadTexts('wallet'))

function show(change: boolean, replies: Replies = {}, options: FakeNodeOptions = {}) {
  const onClose = vi.fn()
  return { ...renderWindow(<PassphraseDialog change={change} onClose={onClose} />, replies, options), onClose }
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const DONE = () => null as never

describe('PassphraseDialog', () => {
  it('encrypts with a passphrase that was typed twice', async () => {
    const { user, node, onClose } = show(false, { protectwallet: DONE })
    await user.type(field('New passphrase'), 'five unrelated words')
    await user.type(field('Repeat passphrase'), 'five unrelated words{Enter}')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(node.inputsOf('protectwallet')).toEqual([{ passphrase: 'five unrelated words' }])
    expect(useToasts.getState().toasts[0]?.title).toBe('The wallet is encrypted and locked')
  })

  it('hides the typed passphrases', () => {
    show(true)
    for (const label of ['Current passphrase', 'New passphrase', 'Repeat passphrase']) {
      expect(field(label).type).toBe('password')
    }
  })

  it('rejects two different passphrases until they match', async () => {
    const { user, node } = show(false, { protectwallet: DONE })
    await user.type(field('New passphrase'), 'one')
    await user.type(field('Repeat passphrase'), 'two{Enter}')
    expect(await screen.findByText('The passphrases do not match.')).toBeTruthy()
    expect(node.inputsOf('protectwallet')).toEqual([])
    await user.clear(field('Repeat passphrase'))
    await user.type(field('Repeat passphrase'), 'one')
    await waitFor(() => expect(screen.queryByText('The passphrases do not match.')).toBeNull())
  })

  it('rejects an empty new passphrase', async () => {
    const { user, node } = show(false, { protectwallet: DONE })
    await user.click(screen.getByRole('button', { name: 'Encrypt the wallet' }))
    expect(await screen.findByText('It must not be empty.')).toBeTruthy()
    expect(node.inputsOf('protectwallet')).toEqual([])
  })

  it('shows the strength of the passphrase while it is typed', async () => {
    const { user } = show(false)
    await user.type(field('New passphrase'), 'cat')
    expect(screen.getByText('Very weak')).toBeTruthy()
    await user.type(field('New passphrase'), ' plum harbour tinsel ogre wagon')
    expect(screen.getByText('Strong')).toBeTruthy()
  })

  it('marks the current passphrase if it is wrong, and keeps the dialog open', async () => {
    const { user, onClose } = show(true, {
      walletpassphrasechange: () => {
        throw new RpcError(RPC_ERROR.PASSPHRASE_INCORRECT, 'wrong')
      },
    })
    await user.type(field('Current passphrase'), 'old')
    await user.type(field('New passphrase'), 'new')
    await user.type(field('Repeat passphrase'), 'new{Enter}')
    expect(await screen.findByText('Wrong passphrase.')).toBeTruthy()
    expect(field('Current passphrase').getAttribute('aria-invalid')).toBe('true')
    expect(onClose).not.toHaveBeenCalled()
  })

  it('notifies about a failure after the dialog was closed', async () => {
    let fail: (error: Error) => void = () => {}
    const view = show(false, { protectwallet: () => new Promise((_, reject) => (fail = reject)) })
    await view.user.type(field('New passphrase'), 'new')
    await view.user.type(field('Repeat passphrase'), 'new{Enter}')
    await waitFor(() => expect(view.node.inputsOf('protectwallet')).toHaveLength(1))
    view.rerender(null)
    fail(new RpcError(RPC_ERROR.MISC, 'disk full'))
    await waitFor(() => expect(useToasts.getState().toasts[0]?.title).toBe('The passphrase was not set'))
  })

  it('shows no field for the passphrase in the desktop app', async () => {
    const { user, node } = show(false, { protectwallet: DONE }, { desktop: true })
    expect(screen.queryByLabelText('New passphrase')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Encrypt the wallet' }))
    await waitFor(() => expect(node.inputsOf('protectwallet')).toEqual([{ passphrase: '' }]))
  })
})
