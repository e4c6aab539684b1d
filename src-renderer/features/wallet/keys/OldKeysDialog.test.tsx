import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import type { Replies } from '../../../testing/fakeNode.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { OldKeysDialog } from './OldKeysDialog.tsx'

beforeAll(() => loadTexts('wallet', 'parts'))

const ADDRESSES = ['RXLyYro5BxueVLWUGusUEL4KLtXuKCbFVR', 'RVNKRr2uxPMxJeDwFnTKjdtiLtcs7UzCZn']

describe('OldKeysDialog', () => {
  const show = (replies: Replies = {}) =>
    renderWindow(
      <OldKeysDialog onClose={vi.fn()} />,
      { importpassphrase: () => ({ addresses: ADDRESSES }), ...replies },
      { desktop: true },
    )
  const start = () => screen.getByRole('button', { name: 'Open the app’s window' })

  it('passes only the label and the scan, and shows no field for a secret', async () => {
    const { user, node } = show()
    expect(document.querySelector('input[type="password"], textarea')).toBeNull()
    await user.type(screen.getByRole('textbox', { name: /^Label/ }), 'old wallet')
    await user.click(screen.getByRole('switch', { name: 'Scan for its payments' }))
    await user.click(start())
    expect(await screen.findByText('The wallet now has the keys of 2 addresses.')).toBeTruthy()
    expect(screen.getAllByRole('link')).toHaveLength(2)
    expect(node.inputsOf('importpassphrase')).toEqual([{ text: '', label: 'old wallet', rescan: false }])
  })

  it('reports that no key was imported if the user declines', async () => {
    const { user } = show({
      importpassphrase: () => {
        throw new RpcError(RPC_ERROR.MISC, 'No address was chosen')
      },
    })
    await user.click(start())
    expect(await screen.findByText(/No key was imported/)).toBeTruthy()
  })
})
