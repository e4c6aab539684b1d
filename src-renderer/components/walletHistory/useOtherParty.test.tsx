import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { TxId } from '#shared/units.ts'
import type { Replies } from '../../testing/fakeNode.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { KnownHash } from '../people/KnownHash.tsx'
import type { IdentifiedOwner } from '../people/owners.ts'
import { HistoryKindMark, type WalletHistoryRow } from './kinds.tsx'

const FRIEND = 'RBE8aTd2WnMGnXuPGqA4iXVZUj5QeSAvoz'
const FRIENDS_OTHER = 'REnLvXkjvLq3w4kp5HfAvkRvVCz5eXPvmC'
const OWN = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const MARKET = 'RVNKRr2uxPMxJeDwFnTKjdtiLtcs7UzCZn'
const STRANGER = 'RKQV4oYs4rvxAWx1J43VnT73rSTVtUeckk'

const GOLD = { tokenid: '00'.repeat(32) as TxId, name: 'GOLD', nft: false, units: 20n, away: false }

const OWNERS: Readonly<Record<string, Partial<IdentifiedOwner>>> = {
  [FRIEND]: { owner: 'other' },
  [FRIENDS_OTHER]: { owner: 'other' },
  [OWN]: { owner: 'own', label: 'savings' },
  [MARKET]: { owner: 'contract', contract: 'assets' },
}

const REPLIES: Replies = {
  identifyowners: ({ addresses }) =>
    addresses.map((text) => {
      const address = String(text)
      return { address, owner: 'unknown', contract: null, label: null, ...OWNERS[address] } as IdentifiedOwner
    }),
  listchains: () =>
    ({
      current: 'sandbox',
      chains: [
        { id: 'sandbox', kind: 'sandbox', state: 'running' },
        { id: 'friend', kind: 'friend', state: 'running' },
      ],
    }) as never,
  listcontacts: () => ({ notice: null, contacts: [] }),
}

function show(addresses: readonly string[], changes: Partial<WalletHistoryRow> = {}) {
  const row = {
    ...{ kind: 'sent', action: null, token: null, amount: -500_010_000n, fee: 10_000n, comment: '', commentto: '' },
    ...{ addresses, addresscount: addresses.length, payers: [], payercount: 0, ...changes },
  }
  // Rendered to let the test wait for names: the name of the hash arrives together with the names in the row.
  renderWindow(
    <>
      <KnownHash value={FRIEND} label="key" />
      <HistoryKindMark row={row as WalletHistoryRow} />
    </>,
    REPLIES,
  )
}

describe('HistoryKindMark', () => {
  it('names the paid user, and ignores change and contract outputs', async () => {
    show([MARKET, FRIEND, FRIENDS_OTHER, OWN])
    expect(await screen.findByText('Paid Friend 5')).toBeTruthy()
  })

  it('names the user who paid', async () => {
    const fill = {
      kind: 'module',
      action: 'fill-ask',
      fee: null,
      token: GOLD,
      payers: [FRIEND],
      payercount: 1,
    } as const
    show([OWN], fill)
    expect(await screen.findByText('Sold 20 GOLD to Friend')).toBeTruthy()
  })

  it.each([
    ['a stranger was paid too', [FRIEND, STRANGER], {}],
    ['more addresses were paid than are listed', [FRIEND], { addresscount: 2 }],
    ['nobody is known to have paid', [OWN], { kind: 'received', fee: null }],
    ['a stranger paid too', [OWN], { kind: 'received', fee: null, payers: [FRIEND, STRANGER], payercount: 2 }],
    ['more paid than are listed', [OWN], { kind: 'received', fee: null, payers: [FRIEND], payercount: 2 }],
  ] as const)('shows no name if %s', async (_, addresses, changes) => {
    show(addresses, changes as Partial<WalletHistoryRow>)
    await screen.findByRole('button', { name: /^Friend, / })
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(screen.getByText(/^(Sent|Received)$/)).toBeTruthy()
    expect(screen.queryByText(/paid/i)).toBeNull()
  })
})
