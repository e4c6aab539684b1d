import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { useSwitchPerson } from './persons.ts'

const PERSON = { address: 'R', pubkey: `02${'11'.repeat(32)}` }

function Become() {
  const { become } = useSwitchPerson()
  return (
    <button type="button" onClick={() => void become('friend')}>
      Friend
    </button>
  )
}

describe('useBecome', () => {
  it('selects the started wallet even if the list of chains does not contain it yet', async () => {
    const { user, node } = renderWindow(<Become />, {
      listchains: () => ({ chains: [{ id: 'sandbox', kind: 'sandbox' }], current: 'sandbox' }) as never,
      startfriend: () => ({ me: { id: 'sandbox', ...PERSON }, friend: { id: 'sandbox-friend', ...PERSON } }) as never,
      selectchain: () => ({ id: 'sandbox-friend', state: 'running', detail: '' }) as never,
    })
    await user.click(screen.getByRole('button', { name: 'Friend' }))
    await waitFor(() => expect(node.inputsOf('selectchain')).toEqual([{ id: 'sandbox-friend' }]))
  })
})
