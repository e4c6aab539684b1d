import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { say } from '#shared/sentences/sentence.ts'
import { loadTexts } from '../../i18n/texts.ts'
import type { Replies } from '../../testing/fakeNode.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { ChainLink } from '../links/ChainLink.tsx'
import { KnownHash } from './KnownHash.tsx'
import { useNamedSummary, useOwnerLabel } from './names.ts'
import type { IdentifiedOwner } from './owners.ts'

const THEIRS = 'RBE8aTd2WnMGnXuPGqA4iXVZUj5QeSAvoz'
const MINE = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const RENT = 'REnLvXkjvLq3w4kp5HfAvkRvVCz5eXPvmC'
const FIRST = 'RGNmpmmmPNVpn6exMgkjUxw43x1Hie24Nd'
const STRANGER = 'RKQV4oYs4rvxAWx1J43VnT73rSTVtUeckk'
const MARKET_KEY = `02${'ad'.repeat(32)}`

const OWNERS: Readonly<Record<string, Partial<IdentifiedOwner>>> = {
  [THEIRS]: { owner: 'other' },
  [MINE]: { owner: 'own' },
  [RENT]: { owner: 'own', label: 'rent' },
  [FIRST]: { owner: 'own', label: 'First coins' },
  [MARKET_KEY]: { owner: 'contract', contract: 'assets' },
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

function Sentences({ addresses }: { readonly addresses: readonly string[] }) {
  const whose = useOwnerLabel()
  return addresses.map((address) => <p key={address}>{whose(address) ?? 'nothing'}</p>)
}

beforeAll(() => loadTexts('node'))

function Summary({ receiver }: { readonly receiver: string }) {
  const summary = [say('transaction.pays', { coins: '5.00000000 ONE', receiver })]
  return useNamedSummary({ said: { summary, warnings: [] }, summary: 'in English' })
}

describe('names of addresses, keys and peers', () => {
  it('replace known addresses in the sentence about a transaction', async () => {
    renderWindow(
      <>
        <p>
          <Summary receiver={THEIRS} />
        </p>
        <p>
          <Summary receiver={STRANGER} />
        </p>
      </>,
      REPLIES,
    )
    expect(await screen.findByText(/^Pays 5\S* ONE to Friend\.$/)).toBeTruthy()
    expect(screen.getByText(new RegExp(`to ${STRANGER}\\.$`))).toBeTruthy()
  })

  it('replace addresses, and are loaded by one call', async () => {
    const { node } = renderWindow(
      <>
        {[THEIRS, MINE, RENT, FIRST, STRANGER].map((id) => (
          <ChainLink key={id} to={{ kind: 'address', id }} />
        ))}
        <ChainLink to={{ kind: 'address', id: MINE }} name="Market" />
        <KnownHash value={MARKET_KEY} label="key" />
      </>,
      REPLIES,
    )
    expect(await screen.findByRole('link', { name: `Friend, address ${THEIRS}` })).toBeTruthy()
    expect(screen.getByRole('link', { name: `You, address ${MINE}` })).toBeTruthy()
    expect(screen.getByRole('link', { name: `Market, address ${MINE}` })).toBeTruthy()
    expect(screen.getByRole('link', { name: `You, address ${FIRST}` })).toBeTruthy()
    expect(screen.getByRole('link', { name: `rent, address ${RENT}` })).toBeTruthy()
    expect(screen.getByRole('link', { name: `address ${STRANGER}` })).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Market, / })).toBeTruthy()
    expect(node.inputsOf('identifyowners')).toHaveLength(1)
  })

  it('appear in the sentence about the owner below a field', async () => {
    const { node } = renderWindow(<Sentences addresses={[THEIRS, MINE, MARKET_KEY, STRANGER]} />, REPLIES)
    await waitFor(() => expect(screen.getAllByText('nothing')).toHaveLength(1))
    expect(screen.getByText('This is Friend, your other sandbox wallet.')).toBeTruthy()
    expect(screen.getByText('This is your own.')).toBeTruthy()
    expect(node.inputsOf('identifyowners')).toHaveLength(1)
  })
})
