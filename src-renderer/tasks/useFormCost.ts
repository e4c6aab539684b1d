import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { BuiltTransaction } from '../components/transaction/built.ts'
import { builtFigures, type CostFigures } from '../components/transaction/figures.ts'
import { useRpc } from '../node/queries.ts'
import type { ConfirmationFlow } from './useConfirmation.ts'

/**
 * Cost of a form's order. `unknown` means that the transaction cannot be built now, for example because the wallet is
 * locked.
 */
export type FormCost =
  | { readonly state: 'none' | 'asking' | 'unknown' }
  | { readonly state: 'known'; readonly figures: CostFigures }

/** Debounce delay after the last change before the node builds, in ms. */
const STILL_MS = 400

const write = (order: unknown): string =>
  JSON.stringify(order, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)) ?? ''

/**
 * Computes the cost of a form's order from the transaction that the node builds for it, without sending. The flow
 * records the cost, so that a changed cost is noticed when the button is pressed.
 * @param order `undefined` while the form is incomplete
 */
export function useFormCost<Order, Built extends BuiltTransaction>(
  flow: Pick<ConfirmationFlow<Order, Built>, 'build' | 'noteShown'>,
  order: Order | undefined,
): FormCost {
  // New or spent coins change the built transaction, so rebuild when the balance changes.
  const { data: summary } = useRpc('getwalletsummary', {})
  const text = useMemo(() => (order === undefined ? undefined : write(order)), [order])
  const key = text === undefined ? undefined : `${text} ${summary?.hash} ${summary?.total}`
  const [found, setFound] = useState<{ readonly key: string; readonly cost: FormCost }>()
  const dryRun = useEffectEvent(async (stopped: AbortSignal, asked: string) => {
    if (order === undefined) return
    const figures = await flow.build(order).then(builtFigures, () => null)
    if (!stopped.aborted) setFound({ key: asked, cost: figures ? { state: 'known', figures } : { state: 'unknown' } })
  })
  useEffect(() => {
    if (key === undefined) return
    const abort = new AbortController()
    const timer = window.setTimeout(() => void dryRun(abort.signal, key), STILL_MS)
    return () => {
      window.clearTimeout(timer)
      abort.abort()
    }
  }, [key])
  const cost: FormCost = key === undefined ? { state: 'none' } : found?.key === key ? found.cost : { state: 'asking' }
  const figures = cost.state === 'known' ? cost.figures : undefined
  const note = useEffectEvent((shown: CostFigures | undefined) => flow.noteShown(shown))
  useEffect(() => note(figures), [figures])
  return cost
}
