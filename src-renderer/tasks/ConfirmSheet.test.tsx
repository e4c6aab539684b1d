import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Explanation } from '#shared/rpc/index.ts'
import { anExplanation, anOutput } from '../components/transaction/testing/explanation.ts'
import { loadTexts } from '../i18n/texts.ts'
import { renderWindow } from '../testing/renderWindow.tsx'
import { ConfirmSheet } from './ConfirmSheet.tsx'
import type { ConfirmationText } from './useConfirmation.ts'

beforeAll(() => loadTexts('node'))

const FRIEND = 'RBE8aTd2WnMGnXuPGqA4iXVZUj5QeSAvoz'
const STRANGER = 'RKQV4oYs4rvxAWx1J43VnT73rSTVtUeckk'
const KEY = `02${'ad'.repeat(32)}`
const MARKET = 'RWD63Q9oYs4rvxAWx1J43VnT73rSTVtUec'
const GOLD = { tokenid: 'cd'.repeat(32), name: 'GOLD', units: 100n, nft: false }

function show(txExplanation: Explanation, asked: Partial<ConfirmationText> = {}) {
  const review = {
    built: { hex: 'f00d', told: txExplanation, decodedText: '{}' },
    before: undefined,
    asked: {
      ...{ title: 'Send something?', confirm: 'Send', mismatch: undefined, task: 'Send', ...asked },
      effect: { kind: 'faucet-deposit', amount: '1' } as const,
    },
  }
  const flow = { stage: 'review', review, confirm() {}, back() {}, reject() {} } as const
  return renderWindow(<ConfirmSheet flow={flow} coin="COIN" />, {
    identifyowners: ({ addresses }) =>
      addresses.map((text) => ({
        address: String(text),
        owner: text === FRIEND || text === KEY || text === MARKET ? ('other' as const) : ('unknown' as const),
        ...{ contract: null, label: null },
      })),
    listchains: () =>
      ({
        current: 'me',
        chains: [
          { id: 'me', kind: 'sandbox', state: 'running', asks: false },
          { id: 'friend', kind: 'friend', state: 'running' },
        ],
      }) as never,
    listcontacts: () => ({ notice: null, contacts: [] }),
  })
}
const heading = (name: string) => screen.findByRole('heading', { name })
const paid = (address: string, notes: Partial<Explanation['outputs'][number]> = {}) =>
  anExplanation([anOutput({ address, ...notes })])

describe('payment sheet', () => {
  it('names units and their recipient in one sentence, with the complete key below', async () => {
    const units = anOutput({ type: 'cryptocondition', role: 'token', address: STRANGER, pubkey: KEY, token: GOLD })
    show(anExplanation([units], { action: 'token-transfer', module: 'tokens' }), { sends: '100 GOLD' })
    expect(await heading('Send 100 GOLD to Friend?')).toBeTruthy()
    expect(screen.getByText(KEY)).toBeTruthy()
  })

  it('names the other user for coins, with the complete address below', async () => {
    show(paid(FRIEND), { sends: '5 COIN' })
    expect(await heading('Send 5 COIN to Friend?')).toBeTruthy()
    expect(screen.getAllByText(FRIEND).length).toBeGreaterThan(0)
  })

  it('names an unknown recipient by the complete address', async () => {
    show(paid(STRANGER), { sends: '5 COIN' })
    expect(await heading(`Send 5 COIN to ${STRANGER}?`)).toBeTruthy()
  })

  it('keeps the title of the form if there are several recipients', async () => {
    const both = anExplanation([anOutput({ address: FRIEND }), anOutput({ address: STRANGER })])
    show(both, { sends: '5 COIN', title: 'Send 5 COIN to 2 recipients?' })
    expect(await heading('Send 5 COIN to 2 recipients?')).toBeTruthy()
  })

  it('notes a first payment to an address, and warns of a similar address', async () => {
    show(paid(STRANGER, { paidbefore: false, resembles: 'RKQVother' }))
    const notes = await screen.findByRole('list', { name: 'Warnings' })
    expect([...notes.children].map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(`^Be careful: ${STRANGER} is not RKQVother, which you know\\.`),
      'You have never paid this address before.',
    ])
  })

  it('shows that a payment cannot be undone', async () => {
    show(paid(STRANGER), { title: 'Pay?' })
    expect(await screen.findByText(/Cannot be undone\.$/)).toBeTruthy()
  })

  it.each(['ask', 'bid', 'rewards-lock'] as const)('shows no text about undoing for the action %s', async (action) => {
    show(anExplanation([anOutput()], { action, module: action === 'rewards-lock' ? 'rewards' : 'assets' }))
    expect(await screen.findByText(/^(Network fee \d|You pay (now )?\d|No cost)/)).toBeTruthy()
    expect(screen.queryByText(/Cannot be undone/)).toBeNull()
  })

  it('names the address of an order’s fee by the contract, not by its owner', async () => {
    const marker = anOutput({ type: 'cryptocondition', role: 'marker', address: MARKET })
    const { user } = show(anExplanation([marker], { action: 'ask', module: 'assets' }))
    await user.click(await screen.findByText('Details'))
    expect(await screen.findByText('Market')).toBeTruthy()
    expect(screen.queryByText('Friend')).toBeNull()
  })
})
