import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { CORRECTING, DECLINED, RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { BuiltTransaction } from '../components/transaction/built.ts'
import { anExplanation, anOutput } from '../components/transaction/testing/explanation.ts'
import { useCurrentChain } from '../node/chains.ts'
import type { FakeNodeOptions, Replies } from '../testing/fakeNode.ts'
import { renderWindow } from '../testing/renderWindow.tsx'
import { ConfirmNote } from './ConfirmNote.tsx'
import { ConfirmSheet } from './ConfirmSheet.tsx'
import { useTasks } from './tasks.ts'
import { type ConfirmationText, useConfirmation } from './useConfirmation.ts'

beforeEach(() => useTasks.setState({ tasks: [] }))

const FEE = 10_000n
const txExplanation = anExplanation([anOutput({ amount: 500_000_000n })], {
  warnings: ['Anyone can take this.'],
  fee: FEE,
  cost: { total: 500_010_000n, fee: FEE, paid: 500_000_000n, locked: 0n, markers: 0n, units: 0n, received: 0n },
})
const BUILT: BuiltTransaction = { hex: 'f00d', told: txExplanation, decodedText: '{"txid":"aa"}' }
const ASKED: ConfirmationText = {
  title: 'Pay 5 COIN?',
  confirm: 'Pay them',
  mismatch: undefined,
  task: 'Pay 5 COIN',
  effect: { kind: 'faucet-deposit', amount: '500000000' },
}

interface Setting {
  readonly asks: boolean
  readonly built?: BuiltTransaction
  readonly mismatch?: string
  readonly receives?: boolean
  /** Fee shown in the form. */
  readonly shown?: bigint
}

function Form({ built = BUILT, mismatch, receives, shown }: Setting) {
  const flow = useConfirmation<string>({
    receives,
    build: async () => built,
    describe: () => ({ ...ASKED, mismatch }),
  })
  const known = useCurrentChain() !== undefined
  flow.noteShown(shown === undefined ? undefined : { fee: shown })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        flow.start('order')
      }}
    >
      {known ? <p>Listed</p> : null}
      <input aria-label="Amount" defaultValue="5" />
      <ConfirmNote flow={flow} coin="COIN" />
      <button type="submit">Review</button>
      {flow.task ? <p>Followed</p> : null}
      <ConfirmSheet flow={flow} coin="COIN" />
    </form>
  )
}

async function show(setting: Setting, replies: Replies = {}, options: FakeNodeOptions = {}) {
  const view = renderWindow(
    <Form {...setting} />,
    {
      listchains: () => ({ current: 'one', chains: [{ id: 'one', asks: setting.asks }] }) as never,
      sendrawtransaction: () => txExplanation.txid,
      sendtogether: () => [] as never,
      ...replies,
    },
    options,
  )
  if (replies.listchains === undefined) await screen.findByText('Listed')
  const press = () => view.user.click(screen.getByRole('button', { name: 'Review' }))
  return { ...view, press }
}

const sheet = () => screen.queryByRole('dialog', { name: 'Pay 5 COIN?' })
const amount = () => screen.getByLabelText<HTMLInputElement>('Amount')
const tasks = () => useTasks.getState().tasks
const refuse = (message: string, code: number = RPC_ERROR.MISC) => ({
  sendrawtransaction: () => {
    throw new RpcError(code, message)
  },
})

describe('useConfirmation if the app asks about payments', () => {
  it('sends immediately, without a sheet of the page, and follows the task', async () => {
    const { node, press } = await show({ asks: true })
    await press()
    expect(await screen.findByText('Followed')).toBeTruthy()
    expect(node.inputsOf('sendrawtransaction')).toEqual([{ hexstring: 'f00d' }])
    expect(sheet()).toBeNull()
    expect(tasks()).toMatchObject([{ title: 'Pay 5 COIN', cost: { total: '500010000', fee: '10000' } }])
  })

  it.each([
    [true, /Chainwright’s own window/],
    [false, /Waiting for your answer …/],
  ])('shows that it waits for the answer (desktop: %s)', async (desktop, text) => {
    const { press } = await show({ asks: true }, { sendrawtransaction: () => new Promise(() => {}) }, { desktop })
    await press()
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByText('Followed')).toBeNull()
  })

  it.each([
    ['a rejection', `${DECLINED}. Nothing was done.`, 'Not sent.'],
    ['a correction', `${CORRECTING}.`, ''],
  ])('shows the form with its values and the focus again after %s', async (_what, message, note) => {
    const { press, user } = await show({ asks: true }, refuse(message))
    await user.clear(amount())
    await user.type(amount(), '7')
    await press()
    await waitFor(() => expect(document.activeElement).toBe(amount()))
    expect(amount().value).toBe('7')
    expect(screen.getByRole('status').textContent).toBe(note)
    expect(tasks()).toEqual([])
  })

  it('shows the sheet if the app has stopped asking since the list was fetched', async () => {
    let asks = true
    const listchains = () => ({ current: 'one', chains: [{ id: 'one', asks }] }) as never
    const { node, press } = await show({ asks }, { listchains })
    await screen.findByText('Listed')
    asks = false
    await press()
    await waitFor(() => expect(sheet()).toBeTruthy())
    expect(node.inputsOf('sendrawtransaction')).toEqual([])
  })

  it('keeps the reason of a rejection by the node in the task', async () => {
    const { press } = await show({ asks: true }, refuse('16: bad-txns', RPC_ERROR.VERIFY_REJECTED))
    await press()
    await screen.findByText('Followed')
    expect(tasks()).toMatchObject([{ refusal: '16: bad-txns' }])
  })

  it('treats a transaction that is already in the chain as accepted', async () => {
    const { press } = await show({ asks: true }, refuse('already in block chain', RPC_ERROR.ALREADY_IN_CHAIN))
    await press()
    await screen.findByText('Followed')
    expect(tasks()[0]?.refusal).toBeUndefined()
  })

  it('sends no transaction that differs from the order, and shows why in the form', async () => {
    const { node, press } = await show({ asks: true, mismatch: 'It pays somebody else.' })
    await press()
    expect(await screen.findByText('The built transaction is not what you asked for')).toBeTruthy()
    expect(screen.getByText(/It pays somebody else\. Nothing was sent/)).toBeTruthy()
    expect(node.inputsOf('sendrawtransaction')).toEqual([])
  })

  it('holds back a transaction with another fee than shown until the button is pressed again', async () => {
    const { node, press } = await show({ asks: true, shown: 5_000n })
    await press()
    expect(await screen.findByText('The fee is now 0.0001 instead of 0.00005 COIN.')).toBeTruthy()
    expect(node.inputsOf('sendrawtransaction')).toEqual([])
    await press()
    await screen.findByText('Followed')
    expect(node.inputsOf('sendrawtransaction')).toHaveLength(1)
  })

  it('sends a preceding move of coins together with the transaction', async () => {
    const { node, press } = await show({ asks: true, built: { ...BUILT, move: { hex: 'beef', told: txExplanation } } })
    await press()
    await waitFor(() => expect(node.inputsOf('sendtogether')).toEqual([{ hexstring: 'beeff00d' }]))
    expect(node.inputsOf('sendrawtransaction')).toEqual([])
  })
})

describe('useConfirmation in the private sandbox', () => {
  it('shows cost, warnings and why no question follows, and sends by one click', async () => {
    const { node, press, user } = await show({ asks: false })
    await press()
    await waitFor(() => expect(sheet()).toBeTruthy())
    expect(screen.getByText('You pay 5.0001 COIN: 5 + network fee 0.0001. Cannot be undone.')).toBeTruthy()
    expect(screen.getByRole('list', { name: 'Warnings' }).textContent).toBe('Anyone can take this.')
    expect(screen.getByText(/^Toy coins: .*because nobody from outside is connected\.$/)).toBeTruthy()
    expect(node.inputsOf('sendrawtransaction')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Pay them' }))
    await waitFor(() => expect(node.inputsOf('sendrawtransaction')).toEqual([{ hexstring: 'f00d' }]))
  })

  it('includes the cost of a preceding move of coins', async () => {
    const { press } = await show({ asks: false, built: { ...BUILT, move: { hex: 'beef', told: txExplanation } } })
    await press()
    expect(await screen.findByText(/^You pay 10\.0002 COIN: 10 \+ network fee 0\.0002\./)).toBeTruthy()
  })

  it('collapses the details of the transaction', async () => {
    const { press, user } = await show({ asks: false })
    await press()
    const details = (await screen.findByText('Details')).closest('details')
    expect(details?.open).toBe(false)
    await user.click(screen.getByText('Details'))
    expect(details?.open).toBe(true)
    expect(screen.getAllByText(/RThem/).length).toBeGreaterThan(0)
  })

  it('shows in the sheet which amount of the form has changed', async () => {
    const { press } = await show({ asks: false, shown: 5_000n })
    await press()
    expect(await screen.findByText('The fee is now 0.0001 instead of 0.00005 COIN.')).toBeTruthy()
    expect(sheet()).toBeTruthy()
  })

  it('shows no sheet for a transaction that differs from the order', async () => {
    const { press } = await show({ asks: false, mismatch: 'It pays somebody else.' })
    await press()
    expect(await screen.findByText(/It pays somebody else\. Nothing was sent/)).toBeTruthy()
    expect(sheet()).toBeNull()
  })

  it('returns to the form without sending', async () => {
    const { node, press, user } = await show({ asks: false })
    await press()
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    await waitFor(() => expect(sheet()).toBeNull())
    expect(node.inputsOf('sendrawtransaction')).toEqual([])
  })

  it('rejects without sending, and shows in the form that nothing was sent', async () => {
    const { node, press, user } = await show({ asks: false })
    await press()
    await user.click(await screen.findByRole('button', { name: 'Reject' }))
    expect(await screen.findByText('Not sent.')).toBeTruthy()
    expect(sheet()).toBeNull()
    expect(node.inputsOf('sendrawtransaction')).toEqual([])
  })

  it('sends a transaction that only receives coins without a sheet', async () => {
    const { node, press } = await show({ asks: false, receives: true })
    await press()
    await waitFor(() => expect(node.inputsOf('sendrawtransaction')).toHaveLength(1))
    expect(sheet()).toBeNull()
  })

  it.each([
    ['declined', `${DECLINED}. Nothing was done.`],
    ['rejected without a question', 'Another question is open.'],
  ])('keeps the task of a transaction that only receives coins and was %s', async (_what, message) => {
    const { node, press } = await show({ asks: true, receives: true }, refuse(message))
    await press()
    expect(await screen.findByText('Followed')).toBeTruthy()
    expect(node.inputsOf('sendrawtransaction')).toHaveLength(1)
    expect(tasks()).toMatchObject([{ refusal: message }])
  })

  it('shows the sheet while it is unknown if the app asks, without promising that it does not', async () => {
    const { node, press } = await show({ asks: true }, { listchains: () => new Promise(() => {}) })
    await press()
    await waitFor(() => expect(sheet()).toBeTruthy())
    expect(node.inputsOf('sendrawtransaction')).toEqual([])
    expect(screen.queryByText(/^Toy coins/)).toBeNull()
  })
})
