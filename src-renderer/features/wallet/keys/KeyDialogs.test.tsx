import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import type { FakeNodeOptions, Replies } from '../../../testing/fakeNode.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { ImportKeyDialog, ShowKeyDialog } from './KeyDialogs.tsx'

beforeAll(() => loadTexts('wallet'))

const ADDRESS = 'RVNKRr2uxPMxJeDwFnTKjdtiLtcs7UzCZn'
const KEY = 'UxJFYqEvLAjWPPRvn8NN1fRWscBxQZXZB5BBgc3HiapKVQBYNcmo'
const refuse = () => {
  throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Invalid')
}
const press = (name: string) => screen.getByRole('button', { name })

describe('ImportKeyDialog', () => {
  const show = (replies: Replies = {}, options: FakeNodeOptions = {}) =>
    renderWindow(<ImportKeyDialog onClose={vi.fn()} />, { importprivkey: () => ADDRESS, ...replies }, options)
  const field = () => screen.getByLabelText<HTMLInputElement>('Private key')

  it('imports a key with its label, without a scan if that is switched off', async () => {
    const { user, paste, node } = show()
    expect(field().type).toBe('password')
    await paste(field(), ` ${KEY} `)
    await user.type(screen.getByRole('textbox', { name: /^Label/ }), 'old wallet')
    await user.click(screen.getByRole('switch', { name: 'Scan for its payments' }))
    await user.click(press('Import the key'))
    expect(await screen.findByText(/The wallet now has the key of/)).toBeTruthy()
    expect(node.inputsOf('importprivkey')).toEqual([{ komodoprivkey: KEY, label: 'old wallet', rescan: false }])
  })

  it('requires a key, and calls nothing without one', async () => {
    const { user, node } = show()
    await user.click(press('Import the key'))
    expect(await screen.findByText('Enter the key.')).toBeTruthy()
    expect(node.inputsOf('importprivkey')).toEqual([])
  })

  it('reports that no key was imported if the node rejects it', async () => {
    const { user, paste } = show({ importprivkey: refuse })
    await paste(field(), KEY)
    await user.click(press('Import the key'))
    expect(await screen.findByText(/No key was imported/)).toBeTruthy()
  })

  it('shows no field for the key in the desktop app', async () => {
    const { user, node } = show({}, { desktop: true })
    expect(screen.queryByLabelText('Private key')).toBeNull()
    await user.click(press('Import the key'))
    await waitFor(() => expect(node.inputsOf('importprivkey')).toMatchObject([{ komodoprivkey: '' }]))
  })
})

describe('ShowKeyDialog', () => {
  const show = (replies: Replies = {}, options: FakeNodeOptions = {}) =>
    renderWindow(<ShowKeyDialog onClose={vi.fn()} />, { dumpprivkey: () => KEY, ...replies }, options)
  const address = () => screen.getByLabelText<HTMLInputElement>('Address')

  it('shows the key of an address until another address is typed', async () => {
    const { user, paste, node } = show()
    await paste(address(), ADDRESS)
    await user.click(press('Show the key'))
    expect(await screen.findByText(KEY)).toBeTruthy()
    expect(node.inputsOf('dumpprivkey')).toEqual([{ 't-addr': ADDRESS }])
    await user.type(address(), '{Backspace}')
    expect(screen.queryByText(KEY)).toBeNull()
  })

  it('hides the key while the window is in the background', async () => {
    const { user, paste } = show()
    await paste(address(), ADDRESS)
    await user.click(press('Show the key'))
    await screen.findByText(KEY)
    act(() => void window.dispatchEvent(new Event('blur')))
    expect(screen.getByText('Hidden while this window is in the background.')).toBeTruthy()
  })

  it('reports that nothing was shown if the wallet lacks the key', async () => {
    const { user, paste } = show({ dumpprivkey: refuse })
    await paste(address(), ADDRESS)
    await user.click(press('Show the key'))
    expect(await screen.findByText(/Nothing was shown/)).toBeTruthy()
  })

  it('never receives the key in the desktop app', async () => {
    const { user, paste } = show({ dumpprivkey: () => '' }, { desktop: true })
    await paste(address(), ADDRESS)
    await user.click(press('Show the key'))
    expect(await screen.findByText('The app has shown it in a separate window.')).toBeTruthy()
  })
})
