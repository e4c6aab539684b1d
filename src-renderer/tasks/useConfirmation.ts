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

/** Texts about a transaction, for the page's sheet and for the task list. */
export interface ConfirmationText {
  readonly title: string
  /** Amount of a payment, in coins or units. The sheet's title then names the recipient, if there is only one. */
  readonly sends?: string | undefined
  readonly hint?: string | undefined
  /** Label of the send button. */
  readonly confirm: string
  /** True if the transaction is destructive. */
  readonly danger?: boolean | undefined
  /** Shown below the cost. */
  readonly extra?: ReactNode
  /** Replaces the node's description of the outputs by a more specific one. */
  readonly story?: TransactionStory | undefined
  /** Reason why the built transaction does not match the order. */
  readonly mismatch: string | undefined
  readonly advice?: string | undefined
  /** Title in the task list. */
  readonly task: string
  readonly effect: TaskEffect
}

type ShownFigures = Partial<Pick<CostFigures, 'total' | 'fee'>>

/** Reason why a built transaction was not sent. */
export type HeldBack =
  | { readonly why: 'mismatch'; readonly text: string; readonly advice: string | undefined }
  | { readonly why: 'changed'; readonly before: ShownFigures; readonly now: CostFigures }
  | { readonly why: 'declined' | 'correcting' }

interface Review<Built> {
  readonly built: Built
  readonly asked: ConfirmationText
  /** Amounts shown in the form, if they differ. */
  readonly before: ShownFigures | undefined
}

interface FlowState<Order, Built> {
  readonly stage: 'form' | 'building' | 'review' | 'waiting' | 'sent'
  readonly order?: Order | undefined
  /** Error while building the transaction or requesting the confirmation. */
  readonly error?: unknown
  readonly heldBack?: HeldBack | undefined
  /** Content of the page's own sheet. */
  readonly review?: Review<Built> | undefined
  readonly task?: NewTask | undefined
}

export interface ConfirmationFlow<Order, Built extends BuiltTransaction = BuiltTransaction>
  extends FlowState<Order, Built> {
  /** True while the form's button waits for the node or for the user's answer. */
  readonly busy: boolean
  /**
   * Builds the transaction of an order, from which the form's cost is computed.
   * @throws RpcError if the wallet is locked
   */
  build(order: Order): Promise<Built>
  /** Records the amounts that the form shows; undefined if it shows none or only an estimate. */
  noteShown(figures: ShownFigures | undefined): void
  /**
   * Builds and checks the transaction, then requests confirmation: from the app if it asks, else by the page's sheet.
   */
  start(order: Order): void
  /** Sends the transaction in the page's sheet. */
  confirm(): void
  /** Closes the page's sheet and keeps the order. */
  back(): void
  /** Rejects the transaction in the page's sheet; the form then shows that nothing was sent. */
  reject(): void
  /** Resets the flow to its initial state. */
  end(): void
}

export interface ConfirmationOptions<Order, Built extends BuiltTransaction> {
  /** True if the transaction only receives coins, in which case the page shows no sheet of its own. */
  readonly receives?: boolean | undefined
  /** Builds and explains the transaction without sending it. */
  build(order: Order): Promise<Built>
  describe(built: Built, order: Order): ConfirmationText
  /** Called when the node has accepted the transaction, even if the user has left the page. */
  sent?(): void
}

/** Confirmation flow of every transaction: form → built and checked → confirmed once → sent. */
export function useConfirmation<Order, Built extends BuiltTransaction = BuiltTransaction>(
  options: ConfirmationOptions<Order, Built>,
): ConfirmationFlow<Order, Built> {
  const { build, describe, sent, receives = false } = options
  const { asks: listed, askAgain } = useAsks()
  const [state, setState] = useState<FlowState<Order, Built>>({ stage: 'form' })
  const sending = useSendTransaction()
  const shown = useRef<ShownFigures>(undefined)
  /** Changed amounts that the form has already pointed out: pressing the button again accepts them. */
  const named = useRef<ShownFigures>(undefined)
  /** Counts starts, so that replies to an earlier start are ignored. */
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
      // A claim has no form to return to: its page would send it again at once.
      if (!receives && (heldBack || isUnasked(error))) {
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
 * Returns if the app asks about payments of the current chain, according to the loaded list. `askAgain` refetches the
 * list if so, because the private sandbox asks only while Friend's node starts. Until the list is loaded, the page's
 * sheet is shown: at worst the user confirms twice, never not at all.
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

/** Returns the shown amounts if the built ones differ and the form has not yet pointed that out. */
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

/**
 * Returns true if the app rejected the call without asking the user: an equal call was declined shortly before, or
 * another question is open.
 */
const isUnasked = (error: unknown): boolean => error instanceof RpcError && error.code === RPC_ERROR.MISC
