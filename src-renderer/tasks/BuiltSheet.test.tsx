import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { anExplanation, anOutput } from '../components/transaction/testing/explanation.ts'
import type { FakeNodeOptions, Replies } from '../testing/fakeNode.ts'
import { renderWindow } from '../testing/renderWindow.tsx'
import { type Asked, BuiltSheet } from './BuiltSheet.tsx'
import type { NewTask } from './tasks.ts'
import { useTasks } from './tasks.ts'

beforeEach(() => useTasks.setState({ tasks: [] }))

const told = anExplanation([anOutput({ amount: 500_000_000n })], {
  warnings: ['Anyone can take this.'],
  fee: 10_000n,
})
const built = { hex: 'f00d', told, decodedText: '{"txid":"aa"}' }

const ASKED: Asked = {
  title: 'Fund the faucet with 5 COIN?',
  hint: 'It cannot be taken back.',
  confirm: 'Fund the faucet',
  cost: 'This costs you 5.0001 COIN',
  mismatch: undefined,
  blocked: undefined,
  task: 'Fund the faucet',
  effect: { kind: 'faucet-deposit', amount: '500000000' },
}

function show(asked: Partial<Asked> = {}, replies: Replies = {}, options: FakeNodeOptions = {}, move?: string) {
  const onSent = vi.fn()
  const onBack = vi.fn()
  const whole = move === undefined ? built : { ...built, move: { hex: move, told } }
  const sheet = <BuiltSheet built={whole} asked={{ ...ASKED, ...asked }} coin="COIN" onBack={onBack} onSent={onSent} />
  const all: Replies = { sendrawtransaction: () => told.txid, sendtogether: () => [] as never, ...replies }
  return { ...renderWindow(sheet, all, options), onSent, onBack }
}

const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Fund the faucet' })
const stored = () => useTasks.getState().tasks

describe('BuiltSheet', () => {
  it('shows the price, the outputs and the warnings before anything is sent', () => {
    const { node } = show()
    expect(screen.getByText('This costs you 5.0001 COIN')).toBeTruthy()
    expect(screen.getByRole('list', { name: 'Warnings' }).textContent).toBe('Anyone can take this.')
    expect(screen.getAllByText(/RThem/).length).toBeGreaterThan(0)
    expect(node.inputsOf('sendrawtransaction')).toEqual([])
  })

  it('sends what was built, and follows it as a task', async () => {
    const { user, node, onSent } = show()
    await user.click(confirm())
    await waitFor(() => expect(node.inputsOf('sendrawtransaction')).toEqual([{ hexstring: 'f00d' }]))
    const [task] = onSent.mock.calls[0] as [NewTask]
    expect(task).toMatchObject({ txid: told.txid, hex: 'f00d', title: 'Fund the faucet' })
    expect(stored().map(({ txid }) => txid)).toEqual([told.txid])
  })

  it('sends the move of coins together with what needs them', async () => {
    const { user, node } = show({}, {}, {}, 'beef')
    await user.click(confirm())
    await waitFor(() => expect(node.inputsOf('sendtogether')).toEqual([{ hexstring: 'beeff00d' }]))
    expect(node.inputsOf('sendrawtransaction')).toEqual([])
  })

  it('refuses to send a transaction that differs from the request, and says so', async () => {
    const { user, node, onSent } = show({ mismatch: 'It pays somebody else.', blocked: 'This cannot be confirmed.' })
    expect(screen.getByText('The built transaction is not what you asked for')).toBeTruthy()
    expect(screen.getByText(/It pays somebody else\. Nothing was sent/)).toBeTruthy()
    await user.click(confirm())
    expect([node.inputsOf('sendrawtransaction'), onSent.mock.calls]).toEqual([[], []])
  })

  it('keeps in the task why the node refused it', async () => {
    const { user } = show(
      {},
      {
        sendrawtransaction: () => {
          throw new RpcError(RPC_ERROR.VERIFY_REJECTED, '16: bad-txns')
        },
      },
    )
    await user.click(confirm())
    await waitFor(() => expect(stored()[0]?.refusal).toBe('16: bad-txns'))
  })

  it('counts a transaction that the chain has already as no refusal', async () => {
    const { user, node } = show(
      {},
      {
        sendrawtransaction: () => {
          throw new RpcError(RPC_ERROR.ALREADY_IN_CHAIN, 'transaction already in block chain')
        },
      },
    )
    await user.click(confirm())
    await waitFor(() => expect(node.inputsOf('sendrawtransaction')).toHaveLength(1))
    expect(stored()[0]?.refusal).toBeUndefined()
  })

  it.each([
    [true, /It is sent only after you agree in the app’s own window/],
    [false, /It is sent only after you confirm it/],
  ])('says below the decoded transaction who keeps it (desktop: %s)', async (desktop, words) => {
    const { user } = show({}, {}, { desktop })
    await user.click(screen.getByRole('tab', { name: 'Decoded' }))
    expect(screen.getByText(words)).toBeTruthy()
  })

  it('goes back without sending', async () => {
    const { user, node, onBack } = show()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(onBack).toHaveBeenCalled()
    expect(node.inputsOf('sendrawtransaction')).toEqual([])
  })
})
