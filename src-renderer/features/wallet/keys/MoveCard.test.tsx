import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { DECLINED, RpcError } from '#shared/errors.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import type { Replies } from '../../../testing/fakeNode.ts'
import { renderWindow } from '../../../testing/renderWindow.tsx'
import type { WalletStatus } from './backupState.ts'
import { MoveCard } from './MoveCard.tsx'

beforeAll(() => loadTexts('wallet', 'parts'))

const ADDRESS = 'RSM4cMuL63aWYxtbcgnULUYs9c8JSP2EXs'
const PLAN = {
  ...{ plan: 'ab'.repeat(32), transactions: 3, coins: 2, amount: 150_000_000n, fee: 25_000n },
  tokens: [{ pubkey: '02', tokenid: 'cd'.repeat(32), name: 'GOLD', units: 7n }],
  queued: { immature: 1, locked: 0, unconfirmed: 0, waiting: 0, tokens: 0, amount: 5n },
  stays: [
    { kind: 'order', name: 'GOLD', txid: 'ef'.repeat(32), address: ADDRESS, amount: null, coins: 1 },
    { kind: 'role', name: 'oracle-register', txid: '01'.repeat(32), address: ADDRESS, amount: null, coins: 1 },
  ],
  ...{ staycount: 2, identity: { from: '02', to: '03' }, contractsseen: true },
}
const status = (changes: object = {}) =>
  ({ phrase: true, uncovered: 1, move: null, ...changes }) as unknown as WalletStatus

function show(shown: WalletStatus = status(), replies: Replies = {}) {
  const all: Replies = { planmovetophrase: () => PLAN as never, ...replies }
  return renderWindow(<MoveCard status={shown} coin="SANDBOX" />, all)
}

describe('MoveCard', () => {
  it('renders nothing without a phrase, or if the phrase covers everything', () => {
    show(status({ phrase: false }))
    show(status({ uncovered: 0 }))
    expect(screen.queryByRole('heading')).toBeNull()
  })

  it('shows the transfers, the fee, the loss of privacy, and what stays', async () => {
    show()
    expect(await screen.findByText(/2 coins move .* 1\.5 SANDBOX arrive/)).toBeTruthy()
    expect(screen.getByText('1 token moves to your first account.')).toBeTruthy()
    expect(screen.getByText(/3 transactions, for 0\.00025 SANDBOX of fees/)).toBeTruthy()
    expect(screen.getByText(/1 cannot be spent yet and follows by itself/)).toBeTruthy()
    expect(screen.getByText(/your old addresses belong together/)).toBeTruthy()
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows[0]).toMatch(/^Open order GOLD/)
    expect(rows[1]).toMatch(/^Role: Registered as a publisher/)
  })

  it.each(['joined', 'sandbox'] as const)(
    'asks for a backup file of the remaining keys for real coins only (%s)',
    async (kind) => {
      const chain = { id: 'one', name: 'ONE', label: 'One', kind }
      show(status(), { listchains: () => ({ chains: [chain], current: 'one' }) as never })
      expect(await screen.findByText(/^This stays at old keys\./)).toBeTruthy()
      await waitFor(() => expect(screen.queryByText(/backup/) === null).toBe(kind === 'sandbox'))
    },
  )

  it('starts exactly the displayed plan with one click', async () => {
    const { user, node } = show(status(), { movetophrase: () => null as never })
    await user.click(await screen.findByRole('button', { name: 'Move to my recovery phrase' }))
    await waitFor(() => expect(node.inputsOf('movetophrase')).toEqual([{ plan: PLAN.plan }]))
  })

  it('shows no error if the user declines the move', async () => {
    const declined = () => {
      throw new RpcError(-1, DECLINED)
    }
    const { user } = show(status(), { movetophrase: declined })
    const button = await screen.findByRole('button', { name: 'Move to my recovery phrase' })
    await user.click(button)
    await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false))
    expect(screen.queryByText('Nothing was moved')).toBeNull()
  })

  it('shows the progress of a move, and stops it', async () => {
    const move = { running: true, left: 2, waiting: 0, queued: 1, unconfirmed: 3, problem: null }
    const { user, node } = show(status({ move }), { cancelmovetophrase: () => true as never })
    expect(screen.getByRole('status').textContent).toBe(
      '2 transactions are being sent. 3 are on their way. 1 cannot be spent yet and follows by itself.',
    )
    await user.click(screen.getByRole('button', { name: 'Stop the move' }))
    await waitFor(() => expect(node.inputsOf('cancelmovetophrase')).toHaveLength(1))
  })

  it('shows transfers that wait for unconfirmed change without an error', () => {
    show(status({ move: { running: false, left: 0, waiting: 2, queued: 0, unconfirmed: 1, problem: null } }))
    expect(screen.getByRole('status').textContent).toBe('2 move after the next block. 1 is on its way.')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
