import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import type { FakeNodeOptions, Replies } from '../../../testing/fakeNode.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'

beforeAll(() => loadTexts('wallet'))

const PHRASE = 'abandon ability able about above absent absorb abstract absurd abuse access accident'
const FOUND = { found: 2, accounts: ['a'], height: 40, complete: true, following: false }

function show(replies: Replies = {}, options: FakeNodeOptions = {}) {
  const onClose = vi.fn()
  const all: Replies = { setphrase: () => FOUND as never, ...replies }
  return { ...renderWindow(<RestoreDialog onClose={onClose} />, all, options), onClose }
}

const restore = () => screen.getByRole('button', { name: 'Restore' })

async function paste(user: ReturnType<typeof show>['user']) {
  await user.click(screen.getByRole('textbox', { name: 'Word 1' }))
  await user.paste(PHRASE)
}

describe('RestoreDialog', () => {
  it('restores a complete phrase from the given day', async () => {
    const { user, node } = show()
    await paste(user)
    await user.type(screen.getByLabelText(/Not used before/), '2024-02-03')
    await user.click(restore())
    expect(await screen.findByText(/The phrase is in use/)).toBeTruthy()
    const options = { restore: true, birth: Date.UTC(2024, 1, 3) / 1000 }
    expect(node.inputsOf('setphrase')).toEqual([{ phrase: PHRASE, options }])
  })

  it('reports the number of missing words, and calls nothing', async () => {
    const { user, node } = show()
    await user.type(screen.getByRole('textbox', { name: 'Word 1' }), 'abandon ')
    await user.click(restore())
    expect(await screen.findByText(/11 words/)).toBeTruthy()
    expect(node.inputsOf('setphrase')).toEqual([])
  })

  it('keeps the words after a failure, and reports that no key was lost', async () => {
    const { user } = show({
      setphrase: () => {
        throw new RpcError(RPC_ERROR.MISC, 'checksum')
      },
    })
    await paste(user)
    await user.click(restore())
    expect(await screen.findByText('No key was lost.')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Word 12' }).value).toBe('accident')
  })

  it('stops the scan on request, and explains how it continues', async () => {
    const { user } = show({ setphrase: () => new Promise(() => {}) })
    await paste(user)
    await user.click(restore())
    const [stop] = await screen.findAllByRole('button', { name: /Stop|Cancel/ })
    await user.click(stop!)
    expect(await screen.findByText(/The scan was stopped/)).toBeTruthy()
  })

  it('shows no fields for words in the desktop app', async () => {
    const { user, node } = show({}, { desktop: true })
    expect(screen.queryByRole('textbox', { name: 'Word 1' })).toBeNull()
    await user.click(restore())
    await waitFor(() => expect(node.inputsOf('setphrase')[0]).toMatchObject({ phrase: '' }))
  })
})
