import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import type { IdentifiedOwner } from '../../components/people/owners.ts'
import { loadTexts } from '../../i18n/texts.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { HistoryCard } from './HistoryCard.tsx'

beforeAll(() => loadTexts('faucet'))

const ME = 'RBE8aTd2WnMGnXuPGqA4iXVZUj5QeSAvoz'
const STRANGER = 'RKQV4oYs4rvxAWx1J43VnT73rSTVtUeckk'

const deposit = (txid: string, address: string | null, mine = false) => ({
  ...{ kind: 'deposit', txid: txid.repeat(32), height: 1, time: 1, amount: 5n, address, mine },
})

it('names the depositor if the name is known', async () => {
  const events = [deposit('aa', ME), deposit('bb', STRANGER), deposit('cc', ME, true)]
  renderWindow(<HistoryCard coin="COIN" enabled openId={undefined} onOpen={() => undefined} />, {
    faucethistory: () => ({ total: 3, events }) as never,
    listcontacts: () => ({ notice: null, contacts: [] }),
    listchains: () =>
      ({
        current: 'friend',
        chains: [
          { id: 'sandbox', kind: 'sandbox', state: 'running' },
          { id: 'friend', kind: 'friend', state: 'running' },
        ],
      }) as never,
    identifyowners: ({ addresses }) =>
      addresses.map((text) => {
        const owner = String(text) === ME ? 'other' : 'unknown'
        return { address: String(text), owner, contract: null, label: null } as IdentifiedOwner
      }),
  })
  expect(await screen.findByText('the faucet, from Me')).toBeTruthy()
  expect(screen.getByText('the faucet')).toBeTruthy()
  expect(screen.getByText('the faucet, from you')).toBeTruthy()
})
