import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { TokenKey } from '../../../components/tokenKey/tokenKeyWords.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import type { Replies } from '../../../testing/fakeNode.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import { useToasts } from '../../../ui/toasts.ts'
import { TokenKeyDialog } from './TokenKeyDialog.tsx'

beforeAll(() => loadTexts('wallet'))

const PRESENT = `02${'11'.repeat(32)}`
const NEXT = `02${'22'.repeat(32)}`

const key = (pubkey: string, other: Partial<TokenKey> = {}): TokenKey =>
  ({
    ...{ pubkey, address: `R${pubkey.slice(2, 34)}`, label: '', account: null, identity: false, coins: 0n },
    ...{ tokens: [], tokencount: 0, mine: true, restored: true },
    ...other,
  }) as TokenKey

const GOLD = { tokens: [{ tokenid: 'ab'.repeat(32), name: 'GOLD', units: 7n }], tokencount: 1 }

function show(other: Partial<TokenKey> = {}, replies: Replies = {}) {
  const onClose = vi.fn()
  const keys = [
    key(PRESENT, { label: 'Main', identity: true, ...GOLD } as never),
    key(NEXT, { label: 'Spare', ...other }),
  ]
  const view = renderWindow(<TokenKeyDialog coin="COIN" phrase onClose={onClose} />, {
    listtokenkeys: () => keys,
    getwalletstatus: () => ({ identity: PRESENT }) as never,
    setidentity: () => ({}) as never,
    ...replies,
  })
  return { ...view, onClose }
}

const use = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Use this key' })
const spare = () => screen.findByRole('radio', { name: /^Spare/ })

describe('TokenKeyDialog', () => {
  it('shows what each key owns, and disables the change to the present key', async () => {
    show()
    expect((await screen.findByRole('radio', { name: /^Main/ })).textContent).toMatch(/7 GOLD.*Current/)
    expect(use().disabled).toBe(true)
  })

  it('warns about hidden tokens, changes the key, and offers to undo', async () => {
    const { user, node, onClose } = show()
    await user.click(await spare())
    expect(screen.getByRole('status').textContent).toMatch(/7 GOLD/)
    await user.click(use())
    expect(onClose).toHaveBeenCalled()
    await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1))
    expect(node.inputsOf('setidentity')).toEqual([{ account: NEXT }])
    useToasts.getState().toasts[0]?.action?.run()
    await waitFor(() => expect(node.inputsOf('setidentity').at(-1)).toEqual({ account: PRESENT }))
  })

  it('warns about a key that the recovery phrase does not restore', async () => {
    const { user } = show({ restored: false })
    const before = screen.queryByText(/phrase/)
    await user.click(await spare())
    expect(before).toBeNull()
    expect(screen.getByRole('status').textContent).toMatch(/phrase/)
  })

  it('reports that nothing was changed if the node rejects the change', async () => {
    const { user } = show(
      {},
      {
        setidentity: () => {
          throw new RpcError(RPC_ERROR.MISC, 'not yours')
        },
      },
    )
    await user.click(await spare())
    await user.click(use())
    await waitFor(() => expect(useToasts.getState().toasts[0]?.tone).toBe('bad'))
  })
})
