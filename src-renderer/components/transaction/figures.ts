import type { Explanation } from '#shared/rpc/index.ts'
import { t } from '../../i18n/texts.ts'
import { plainAmount } from '../../ui/format.ts'
import type { BuiltTransaction } from './built.ts'

/** Satoshis that a transaction costs the wallet, as `explaintransaction` computes them. */
export type CostFigures = NonNullable<Explanation['cost']>

/** Returns the cost of all that is sent; null if an input is not known. */
export function builtFigures({ told, move }: BuiltTransaction): CostFigures | null {
  if (told.cost === null || move === undefined) return told.cost
  const [cost, moved] = [told.cost, move.told.cost]
  if (moved === null) return null
  return {
    ...{ total: cost.total + moved.total, fee: cost.fee + moved.fee, paid: cost.paid + moved.paid },
    ...{ locked: cost.locked + moved.locked, markers: cost.markers + moved.markers },
    ...{ units: cost.units + moved.units, received: cost.received + moved.received },
  }
}

/**
 * The only sentence with the cost of a transaction: form, confirmation, notification, task and history show it. It is as true
 * before the transaction is sent as after it was confirmed.
 */
export function formatCost({ total, fee }: Pick<CostFigures, 'total' | 'fee'>, coin: string): string {
  if (total < 0n) return t('parts:confirm.gain', { amount: plainAmount(-total), coin })
  if (total === 0n) return t('parts:confirm.free')
  if (total === fee) return t('parts:confirm.fee', { fee: plainAmount(fee), coin })
  if (fee === 0n) return t('parts:confirm.total', { amount: plainAmount(total), coin })
  return t('parts:confirm.totalFee', { amount: plainAmount(total), fee: plainAmount(fee), coin })
}

const PARTS = ['paid', 'locked', 'markers', 'units', 'fee'] as const

/** Returns the parts of the cost in words, without those that are 0. */
export function formatCostParts(figures: CostFigures, { module }: Pick<Explanation, 'module'>): string {
  const parts = PARTS.filter((name) => figures[name] !== 0n).map((name) =>
    t(`parts:confirm.part.${name === 'markers' && module === 'assets' ? 'orderFee' : name}`, {
      amount: plainAmount(figures[name]),
    }),
  )
  const { received } = figures
  return [
    ...parts,
    ...(received > 0n ? [t('parts:confirm.part.received', { amount: plainAmount(received) })] : []),
  ].join(' · ')
}

/** Returns whether fee or total differ from figures that were shown; figures that were not shown never do. */
export function figuresChanged(shown: Partial<Pick<CostFigures, 'total' | 'fee'>>, now: CostFigures): boolean {
  const differs = (before: bigint | undefined, after: bigint) => before !== undefined && before !== after
  return differs(shown.fee, now.fee) || differs(shown.total, now.total)
}
