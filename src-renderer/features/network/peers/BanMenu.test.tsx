import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../../i18n/texts.ts'
import type { Replies } from '../../../testing/fakeNode.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import type { ListedPeer } from '../peer.ts'
import { BanMenu } from './BanMenu.tsx'

beforeAll(() => loadTexts('network'))

const peer = (id: number, ip: string) => ({ id, addr: `${ip}:8233`, ip }) as unknown as ListedPeer
const PEERS = [peer(1, '203.0.113.9'), peer(2, '203.0.113.9'), peer(3, '203.0.113.77'), peer(4, '198.51.100.7')]

async function openMenu(peers: readonly ListedPeer[], replies: Replies) {
  const { user } = renderWindow(
    <BanMenu peers={peers} onDone={() => {}}>
      <button type="button">Ban</button>
    </BanMenu>,
    replies,
  )
  await user.click(screen.getByRole('button', { name: 'Ban' }))
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
}

describe('BanMenu', () => {
  it('shows the number of peers hit by a ban of the address or its range', async () => {
    const items = await openMenu(PEERS.slice(0, 1), { listpeers: () => PEERS })
    expect(items[0]).toBe('Drops 2 of your 4 peers')
    expect(items.at(-1)).toBe('Ban 203.0.113.0/24 for 1 dayDrops 3 of your 4 peers')
  })

  it('warns that a ban cuts off Friend’s node', async () => {
    const friend = peer(1, '127.0.0.1')
    const chains = [
      { id: 'a', kind: 'sandbox' },
      { id: 'b', kind: 'friend' },
    ]
    const items = await openMenu([friend], {
      listpeers: () => [friend],
      listchains: () => ({ chains, current: 'a' }) as never,
    })
    expect(items[0]).toBe('Cuts off Friend’s node')
  })
})
