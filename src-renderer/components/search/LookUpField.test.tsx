import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { loadTexts } from '../../i18n/texts.ts'
import type { Replies } from '../../testing/fakeNode.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { LookUpField } from './LookUpField.tsx'

beforeAll(() => loadTexts('palette'))

const ADDRESS = 'RVNKRr2uxPMxJeDwFnTKjdtiLtcs7UzCZn'
const OTHER = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const KEY = `02${'ab'.repeat(32)}`

const show = (replies: Replies = {}) => renderWindow(<LookUpField />, replies)
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox')
const leadsTo = (router: ReturnType<typeof show>['router'], path: string) =>
  waitFor(() => expect(router.history.location.href).toBe(path))

describe('LookUpField', () => {
  it('keeps a mistyped address, and shows that it is invalid', async () => {
    const refuse = () => {
      throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'Invalid address')
    }
    const { user, paste, router } = show({ getaddresskey: refuse })
    await paste(field(), ADDRESS)
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Not a valid address or key. Check it for typos.')).toBeTruthy()
    expect(field().value).toBe(ADDRESS)
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(router.history.location.pathname).toBe('/')
    await user.type(field(), 'x')
    expect(field().getAttribute('aria-invalid')).toBe('false')
  })

  it('opens the address of a public key', async () => {
    const { user, paste, router } = show({ getaddresskey: () => ({ address: ADDRESS, pubkey: KEY }) as never })
    await paste(field(), KEY)
    await screen.findByRole('option', { name: /^Address/ })
    await user.keyboard('{Enter}')
    await leadsTo(router, `/addresses/${ADDRESS}`)
  })

  it('offers several addresses in a text as one answer', async () => {
    const { user, paste, router } = show()
    await paste(field(), `${ADDRESS}, ${OTHER}`)
    await user.click(screen.getByRole('option', { name: 'Look up 2 addresses' }))
    await leadsTo(router, `/addresses?q=${ADDRESS}+${OTHER}`)
  })

  it('finds a watched address by its label, using the arrow keys', async () => {
    const watched = [ADDRESS, OTHER].map((address) => ({ address, label: `Rent ${address[1]}`, created: 1 }))
    const { user, router } = show({ listwatchedaddresses: () => watched as never })
    await user.type(field(), 'rent')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2))
    await user.keyboard('{ArrowDown}{Enter}')
    await leadsTo(router, `/addresses/${OTHER}`)
  })

  it('shows next to the field that nothing was found', async () => {
    const { user } = show()
    await user.type(field(), 'nowhere{Enter}')
    expect(await screen.findByText('Nothing found on this chain.')).toBeTruthy()
    expect(field().value).toBe('nowhere')
  })
})
