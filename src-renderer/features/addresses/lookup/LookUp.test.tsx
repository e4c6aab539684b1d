import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import type { Replies } from '../../../testing/fakeNode.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { LookUp } from './LookUp.tsx'

beforeAll(() => loadTexts('addresses'))

const ADDRESS = 'RVNKRr2uxPMxJeDwFnTKjdtiLtcs7UzCZn'
const OTHER = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const KEY = `02${'ab'.repeat(32)}`

function show(replies: Replies = {}) {
  const asked = { onList: vi.fn(), onOpen: vi.fn() }
  return { ...renderWindow(<LookUp text="" onLabel={() => {}} {...asked} />, replies), ...asked }
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox')

describe('LookUp', () => {
  it('keeps a mistyped address, and says beside it that it is not valid', async () => {
    const refuse = () => {
      throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Invalid address')
    }
    const { user, paste, onOpen } = show({ getaddresskey: refuse })
    await paste(field(), ADDRESS)
    await user.click(screen.getByRole('button', { name: 'Look up' }))
    expect(await screen.findByText('This is not a valid address: check it for typos.')).toBeTruthy()
    expect(field().value).toBe(ADDRESS)
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(onOpen).not.toHaveBeenCalled()
    await user.type(field(), 'x')
    expect(field().getAttribute('aria-invalid')).toBe('false')
  })

  it('opens the address of a public key', async () => {
    const { user, paste, onOpen } = show({ getaddresskey: () => ({ address: ADDRESS, pubkey: KEY }) })
    await paste(field(), KEY)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(onOpen.mock.calls).toEqual([[ADDRESS]]))
  })

  it('lists several addresses at once', async () => {
    const { user, paste, onList } = show()
    await paste(field(), `${ADDRESS}, ${OTHER}`)
    await user.keyboard('{Enter}')
    expect(onList.mock.calls).toEqual([[[ADDRESS, OTHER]]])
  })
})
