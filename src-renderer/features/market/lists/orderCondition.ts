import { Ban, CircleCheck, CircleDashed, CircleDot, CircleSlash, Clock3, type LucideIcon } from 'lucide-react'
import { t } from '../../../i18n/texts.ts'
import type { Tone } from '../../../ui/Badge.tsx'
import type { Kind } from '../../../ui/table/kindColumn.tsx'
import type { OrderRow } from '../trade/request.ts'

/** Displayed condition of an order: its state in the chain, or the pending transaction that will change it. */
export type OrderCondition =
  | Exclude<OrderRow['state'], 'open'>
  | 'open'
  | 'partly'
  | 'ownFill'
  | 'filling'
  | 'cancelling'
  | 'taking'

export function orderCondition({ state, pending, unitsleft, units }: OrderRow): OrderCondition {
  if (state !== 'open') return state
  if (pending === null) return unitsleft < units ? 'partly' : 'open'
  if (pending.action === 'fill') return pending.mine ? 'ownFill' : 'filling'
  return pending.action === 'cancel' ? 'cancelling' : 'taking'
}

const LOOKS: Readonly<Record<OrderCondition, readonly [LucideIcon, Tone]>> = {
  open: [CircleDot, 'accent'],
  partly: [CircleDashed, 'accent'],
  filled: [CircleCheck, 'ok'],
  cancelled: [CircleSlash, 'neutral'],
  spent: [Ban, 'neutral'],
  ownFill: [Clock3, 'warn'],
  filling: [Clock3, 'warn'],
  cancelling: [Clock3, 'warn'],
  taking: [Clock3, 'warn'],
}

/** Returns icon, word and colour for the condition of an order. */
export function orderState(order: OrderRow): Kind {
  const condition = orderCondition(order)
  const [icon, tone] = LOOKS[condition]
  return { icon, tone, word: t(`market:state.${condition}`) }
}

/** Returns one sentence about the condition of a single order. */
export const formatOrderCondition = (order: OrderRow): string => t(`market:story.${orderCondition(order)}`)

/**
 * Returns the filled share of the initial units, 0 to 1. Returns undefined for an order that ended without being
 * filled, because only its fills show the share.
 */
export function filledShare({ units, unitsleft, state }: OrderRow): number | undefined {
  if (state === 'filled') return 1
  if (state !== 'open' || units === 0n) return undefined
  return Number(((units - unitsleft) * 10_000n) / units) / 10_000
}
