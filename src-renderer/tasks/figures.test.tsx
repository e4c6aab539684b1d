import { cleanup, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { TransactionDrawer } from '../components/transaction/TransactionDrawer.tsx'
import { anExplanation, anInput, anOutput } from '../components/transaction/testing/explanation.ts'
import { renderWindow } from '../testing/renderWindow.tsx'
import { Toaster } from '../ui/Toaster.tsx'
import { useToasts } from '../ui/toasts.ts'
import { ConfirmSheet } from './ConfirmSheet.tsx'
import { FormCostLine } from './FormCostLine.tsx'
import { SentStage } from './SentStage.tsx'
import { TaskTray } from './TaskTray.tsx'
import { TaskWatch } from './TaskWatch.tsx'
import { useTasks } from './tasks.ts'
import { type ConfirmationFlow, useConfirmation } from './useConfirmation.ts'
import { useFormCost } from './useFormCost.ts'

/** Long timeout, because rendering is slow on a busy machine. */
const PATIENT = { timeout: 30_000 }

beforeEach(() => useTasks.setState({ tasks: [] }))

const satoshis = fc.bigInt({ min: 0n, max: 10n ** 15n })
const costs = fc
  .record({ fee: satoshis, paid: satoshis, locked: satoshis, markers: satoshis, units: satoshis, received: satoshis })
  .map((parts) => {
    const total = parts.fee + parts.paid + parts.locked + parts.markers + parts.units - parts.received
    return { total, ...parts }
  })

function Act({ flow, followed }: { readonly flow: ConfirmationFlow<string>; readonly followed: boolean }) {
  const cost = useFormCost(flow, 'order')
  return (
    <>
      <div data-testid="form">
        <FormCostLine cost={cost} coin="COIN" />
      </div>
      <button type="button" onClick={() => flow.start('order')}>
        Review
      </button>
      {followed && flow.task ? <SentStage task={flow.task} done="" actions={null} /> : null}
      <ConfirmSheet flow={flow} coin="COIN" />
    </>
  )
}

it('shows one cost in form, confirmation, task or notification, and history, for random transactions', async () => {
  await fc.assert(
    fc.asyncProperty(costs, fc.boolean(), async (cost, followed) => {
      cleanup()
      useTasks.setState({ tasks: [] })
      useToasts.setState({ toasts: [] })
      const txExplanation = anExplanation([anOutput()], { cost, fee: cost.fee, inputs: [anInput()] })
      const Flow = () =>
        Act({
          followed,
          flow: useConfirmation<string>({
            build: async () => ({ hex: 'f00d', told: txExplanation, decodedText: '{"txid":"aa"}' }),
            describe: () => ({
              ...{ title: 'Act?', confirm: 'Do it', mismatch: undefined, task: 'Act' },
              effect: { kind: 'faucet-deposit', amount: '1' },
            }),
          }),
        })
      const all = (
        <>
          <Flow />
          <TaskTray />
          <TaskWatch />
          <Toaster />
          <TransactionDrawer txid={txExplanation.txid} coin="COIN" onClose={() => {}} />
        </>
      )
      const { user } = renderWindow(all, {
        listchains: () => ({ current: 'one', chains: [{ id: 'one', asks: false }] }) as never,
        getnodestatus: () => ({ name: 'COIN' }) as never,
        getwalletsummary: () => ({ hash: '00', total: 1n }) as never,
        sendrawtransaction: () => txExplanation.txid,
        explaintransaction: () => txExplanation,
        getrawtransaction: () => ({ confirmations: 1, height: 7, hex: '', vin: [], vout: [] }) as never,
      })
      const sentence = /^(You (pay|receive|paid|received) [\d.,]+ COIN|Network fee |No cost)/
      const form = await screen.findByTestId('form')
      await waitFor(() => expect(form.textContent).toMatch(sentence), PATIENT)
      const shown = form.textContent ?? ''
      await user.click(screen.getByRole('button', { name: 'Review' }))
      await screen.findByText(`${shown} Cannot be undone.`, {}, PATIENT)
      await user.click(screen.getByRole('button', { name: 'Do it' }))
      // The cost appears in the form, and in the task or a notification. The history also shows it if it is not zero.
      const places = cost.total === 0n ? 2 : 3
      const sent = shown.replace(/^You pay /, 'You paid ').replace(/^You receive /, 'You received ')
      const count = () => screen.getAllByText((text) => text === shown || text === sent).length
      await waitFor(() => expect(count()).toBeGreaterThanOrEqual(places), PATIENT)
      expect(useToasts.getState().toasts).toHaveLength(followed ? 0 : 1)
      expect(
        screen.queryAllByText(sentence).filter(({ textContent }) => ![shown, sent].includes(textContent ?? '')),
      ).toEqual([])
    }),
    { numRuns: 8, endOnFailure: true },
  )
})
