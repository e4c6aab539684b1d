import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { isCorrecting, isDeclined } from '../components/describeError.ts'
import type { BuiltTransaction } from '../components/transaction/built.ts'
import type { TransactionStory } from '../components/transaction/describe.ts'
import { builtFigures, COST_AMOUNTS, type CostFigures, figuresChanged } from '../components/transaction/figures.ts'
import { withUnlock } from '../components/unlock/unlock.ts'
import { useCurrentChain } from '../node/chains.ts'
import { useNode } from '../node/context.tsx'
import { rpcKey } from '../node/queries.ts'
import { type NewTask, type TaskEffect, useTasks } from './tasks.ts'
import { useSendTransaction } from './useTask.ts'

/** Texts about a transaction, for the page's sheet and for the task. */
export interface ConfirmationText {
  readonly title: string
  /** coins or units of a payment; the sheet's title then names the recipient, if it is only one */
  readonly sends?: string | undefined
  readonly hint?: string | undefined
  /** label of the button that sends it */
  readonly confirm: string
  /** it destroys something */
  readonly danger?: boolean | undefined
  /** shown below the cost */
  readonly extra?: ReactNode
  /** describes the outputs better than the node can */
  readonly story?: TransactionStory | undefined
  /** why what was built is not what was asked for */
  readonly mismatch: string | undefined
  /** what to do about a mismatch */
  readonly advice?: string | undefined
  /** its title in the list of tasks */
  readonly task: string
  readonly effect: TaskEffect
}

type ShownFigures = Partial<Pick<CostFigures, 'total' | 'fee'>>

/** Why nothing was sent although it could be built. */
export type HeldBack =
  | { readonly why: 'mismatch'; readonly text: string; readonly advice: string | undefined }
  | { readonly why: 'changed'; readonly before: ShownFigures; readonly now: CostFigures }
  | { readonly why: 'declined' | 'correcting' }

interface Review<Built> {
  readonly built: Built
  readonly asked: ConfirmationText
  /** figures of the form, if they were others */
  readonly before: ShownFigures | undefined
}

interface FlowState<Order, Built> {
  readonly stage: 'form' | 'building' | 'review' | 'waiting' | 'sent'
  readonly order?: Order | undefined
  /** why it could not be built, or not be asked about */
  readonly error?: unknown
  readonly heldBack?: HeldBack | undefined
  /** what the page's own sheet shows */
  readonly review?: Review<Built> | undefined
  /** what was sent */
  readonly task?: NewTask | undefined
}

export interface ConfirmationFlow<Order, Built extends BuiltTransaction = BuiltTransaction>
  extends FlowState<Order, Built> {
  /** the form's button waits for the node or for the user's answer */
  readonly busy: boolean
  /** Returns what an order builds, as the form's figures are computed from it. @throws if the wallet is locked */
  build(order: Order): Promise<Built>
  /** Notes the figures that the form shows; undefined: none, or none that is exact. */
  noteShown(figures: ShownFigures | undefined): void
  /** Builds, checks, and has it confirmed: by the app where it asks, else by the page's sheet. */
  start(order: Order): void
  /** Sends what the page's sheet shows. */
  confirm(): void
  /** Closes the page's sheet; the order stays. */
  back(): void
  /** Closes the page's sheet for good: the form says that nothing was sent. */
  reject(): void
  /** Forgets everything, as if nothing had been started. */
  end(): void
}

export interface ConfirmationOptions<Order, Built extends BuiltTransaction> {
  /** it only receives: the page shows no sheet of its own */
  readonly receives?: boolean | undefined
  /** Builds and explains; nothing leaves the node. */
  build(order: Order): Promise<Built>
  describe(built: Built, order: Order): ConfirmationText
  /** the node accepted it, also if the user has left the page meanwhile */
  sent?(): void
}

/** One way for every transaction: form → built and checked → confirmed once → sent. */
export function useConfirmation<Order, Built extends BuiltTransaction = BuiltTransaction>(
  options: ConfirmationOptions<Order, Built>,
): ConfirmationFlow<Order, Built> {
  const { build, describe, sent, receives = false } = options
  const { asks: listed, askAgain } = useAsks()
  const [state, setState] = useState<FlowState<Order, Built>>({ stage: 'form' })
  const sending = useSendTransaction()
  const shown = useRef<ShownFigures>(undefined)
  /** figures that were named as changed: pressing again agrees to them */
  const named = useRef<ShownFigures>(undefined)
  /** counts starts, so that an answer to an earlier one changes nothing */
  const turn = useRef(0)

  const send = async (order: Order, { built, asked }: Review<Built>, asks: boolean) => {
    const mine = turn.current
    const task = newTask(built, asked)
    const put = (next: FlowState<Order, Built>) => turn.current === mine && setState(next)
    put(asks ? { stage: 'waiting', order } : { stage: 'sent', order, task })
    try {
      await sending.mutateAsync(task)
      sent?.()
    } catch (error) {
      const heldBack = answeredNo(error)
      if (heldBack || isUnasked(error)) {
        useTasks.getState().dismiss(task.txid)
        put({ stage: 'form', order, ...(heldBack ? { heldBack } : { error }) })
        return
      }
    }
    put({ stage: 'sent', order, task })
  }

  const start = async (order: Order) => {
    if (state.stage === 'building' || state.stage === 'waiting') return
    turn.current += 1
    const mine = turn.current
    setState({ stage: 'building', order })
    try {
      const built = await withUnlock(() => build(order), 'sign')
      const asks = await askAgain()
      if (turn.current !== mine) return
      const asked = describe(built, order)
      const now = builtFigures(built)
      const before = now && changedFigures(now, shown.current, named.current)
      const review: Review<Built> = { built, asked, before: before ?? undefined }
      if (asked.mismatch) {
        const heldBack = { why: 'mismatch', text: asked.mismatch, advice: asked.advice } as const
        setState({ stage: 'form', order, heldBack })
      } else if (!asks && !receives) setState({ stage: 'review', order, review })
      else if (now && before) {
        named.current = now
        setState({ stage: 'form', order, heldBack: { why: 'changed', before, now } })
      } else await send(order, review, asks)
    } catch (error) {
      if (turn.current === mine) setState({ stage: 'form', order, error })
    }
  }

  return {
    ...state,
    build,
    busy: state.stage === 'building' || state.stage === 'waiting',
    noteShown(figures) {
      shown.current = figures
    },
    start: (order) => void start(order),
    confirm() {
      if (state.stage === 'review' && state.review) void send(state.order as Order, state.review, listed)
    },
    back() {
      turn.current += 1
      setState({ stage: 'form', order: state.order })
    },
    reject() {
      turn.current += 1
      setState({ stage: 'form', order: state.order, heldBack: { why: 'declined' } })
    },
    end() {
      turn.current += 1
      named.current = undefined
      setState({ stage: 'form' })
    },
  }
}

/**
 * Whether the app asks about payments of the shown chain, by the list on screen; `askAgain` fetches the list again if it says so,
 * because the private sandbox asks only while Friend's node starts. Until the list is known the page's sheet is shown: then at worst two
 * confirmations, never none.
 */
function useAsks() {
  const { client } = useNode()
  const queries = useQueryClient()
  const asks = useCurrentChain()?.asks === true
  const askAgain = async (): Promise<boolean> => {
    if (!asks) return false
    const queryFn = () => client.call('listchains', {})
    const list = await queries.fetchQuery({ queryKey: rpcKey('listchains', {}), queryFn, staleTime: 0 })
    return list.chains.find(({ id }) => id === list.current)?.asks === true
  }
  return { asks, askAgain }
}

/** Returns the figures that were shown if others were built and the user does not know yet. */
function changedFigures(now: CostFigures, shown: ShownFigures | undefined, named: ShownFigures | undefined) {
  if (shown === undefined || !figuresChanged(shown, now)) return undefined
  return named !== undefined && !figuresChanged(named, now) ? undefined : shown
}

function storeCost({ order, ...figures }: CostFigures) {
  const amounts = Object.fromEntries(COST_AMOUNTS.map((name) => [name, String(figures[name])]))
  return { ...amounts, order } as NonNullable<NewTask['cost']>
}

function newTask(built: BuiltTransaction, asked: ConfirmationText): NewTask {
  const figures = builtFigures(built)
  return {
    txid: built.told.txid,
    title: asked.task,
    hex: built.hex,
    ...(built.move && { before: built.move.hex }),
    ...(figures && { cost: storeCost(figures) }),
    startedAt: Date.now(),
    effect: asked.effect,
  }
}

function answeredNo(error: unknown): HeldBack | undefined {
  if (isCorrecting(error)) return { why: 'correcting' }
  return isDeclined(error) ? { why: 'declined' } : undefined
}

/** Whether the app did not even ask: the same was declined a moment ago, or another question is open. */
const isUnasked = (error: unknown): boolean => error instanceof RpcError && error.code === RPC_ERROR.MISC
