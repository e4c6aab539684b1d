import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { Replies } from '../testing/fakeNode.ts'
import { renderWindow } from '../testing/renderWindow.tsx'
import { TaskTray } from './TaskTray.tsx'
import { type TransactionTask, useTasks } from './tasks.ts'

const CHAIN = 'c1'
const task = (fill: string, other: Partial<TransactionTask> = {}): TransactionTask => ({
  ...{ txid: fill.repeat(32), chain: CHAIN, title: `Task ${fill}`, hex: '00', startedAt: 1_700_000_000_000 },
  effect: { kind: 'channel', amount: '1' },
  ...other,
})

function unknown(): never {
  throw new RpcError(RPC_ERROR.INVALID_ADDRESS_OR_KEY, 'No information available about transaction')
}

async function show(tasks: readonly TransactionTask[], replies: Replies = {}) {
  useTasks.setState({ tasks })
  const view = renderWindow(<TaskTray />, {
    listchains: () => ({ chains: [{ id: CHAIN, name: 'COIN' }], current: CHAIN }) as never,
    getfaucetclaim: () => ({ state: 'none' }) as never,
    ...replies,
  })
  return view
}

const tray = (name: RegExp) => screen.findByRole('button', { name })

beforeEach(() => useTasks.setState({ tasks: [] }))

describe('TaskTray', () => {
  it('counts only the running tasks of the current chain', async () => {
    await show([task('aa'), task('bb', { confirmedHeight: 5 }), task('cc', { chain: 'other' })])
    expect(await tray(/1/)).toBeTruthy()
  })

  it('lists finished and running tasks, newest first', async () => {
    const { user } = await show([task('aa', { confirmedHeight: 5 }), task('bb', { confirmedHeight: 6 })])
    await user.click(await tray(/./))
    const titles = await screen.findAllByText(/^Task /)
    expect(titles.map(({ textContent }) => textContent)).toEqual(['Task bb', 'Task aa'])
  })

  it('shows a hint if there are no tasks', async () => {
    const { user } = await show([])
    await user.click(await tray(/./))
    expect(await screen.findByText(/^What you send appears here/)).toBeTruthy()
  })

  it('lists Friend’s search for a claim, with a button that switches to Friend', async () => {
    const friend = { id: 'f1', kind: 'friend', name: 'COIN' }
    const { user, node } = await show([], {
      listchains: () => ({ chains: [{ id: CHAIN, kind: 'sandbox', name: 'COIN' }, friend], current: CHAIN }) as never,
      getfirststeps: () => ({ done: ['fund'], token: null, claiming: ['friend'] }) as never,
      selectchain: () => null as never,
    })
    await user.click(await tray(/1 task running/))
    expect(await screen.findByText('Friend is searching for a faucet claim.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Switch to Friend' }))
    await waitFor(() => expect(node.inputsOf('selectchain')).toEqual([{ id: 'f1' }]))
  })

  it('shows a rejected transaction, and sends it again on a click', async () => {
    const rejected = task('aa', { refusal: '16: bad-txns-inputs-spent' })
    const { user, node } = await show([rejected], { getrawtransaction: unknown, sendrawtransaction: () => 'aa' })
    await user.click(await tray(/1 rejected/))
    await user.click(await screen.findByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(node.inputsOf('sendrawtransaction')).toEqual([{ hexstring: '00' }]))
    expect(useTasks.getState().tasks[0]?.refusal).toBeUndefined()
  })

  it('shows that nothing was spent if the node lost the transaction', async () => {
    const { user } = await show([task('aa')], { getrawtransaction: unknown })
    await user.click(await tray(/1/))
    expect(await screen.findByText(/no longer has this transaction. Nothing was spent/)).toBeTruthy()
  })

  it('shows when an unconfirmed payment expires', async () => {
    const waiting = { confirmations: 0, expiryheight: 301, vin: [], vout: [], hex: '' }
    const { user } = await show([task('aa')], { getrawtransaction: () => waiting as never })
    await user.click(await tray(/1/))
    expect(await screen.findByText(/^If no block has it by block 301, it expires/)).toBeTruthy()
  })

  it('offers to remove only finished tasks', async () => {
    const { user } = await show([task('aa', { confirmedHeight: 5 }), task('bb')])
    await user.click(await tray(/./))
    const [remove, ...others] = await screen.findAllByRole('button', { name: /Remove/ })
    expect(others).toEqual([])
    await user.click(remove!)
    expect(useTasks.getState().tasks.map(({ title }) => title)).toEqual(['Task bb'])
  })

  it('excludes a found claim from the running tasks', async () => {
    const { user } = await show([], {
      getfaucetclaim: () => ({ state: 'found', txid: 'aa'.repeat(32) }) as never,
      getrawtransaction: unknown,
    })
    await user.click(await tray(/^A faucet claim was found$/))
    expect(await screen.findByText('You have not claimed it yet.')).toBeTruthy()
  })

  it('shows a running search for a claim, and stops it on a click', async () => {
    const claim = { state: 'searching', probability: 0.5, attempts: 12, elapsed: 3 }
    const { user, node } = await show([], {
      getfaucetclaim: () => claim as never,
      cancelfaucetclaim: () => ({ state: 'cancelled' }) as never,
    })
    await user.click(await tray(/1/))
    await user.click(await screen.findByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(node.inputsOf('cancelfaucetclaim')).toHaveLength(1))
  })
})
