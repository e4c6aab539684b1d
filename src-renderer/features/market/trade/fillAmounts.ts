import { readTypedUnits } from '#shared/figures.ts'
import { askFill, bidFill, type FillAmounts } from '#shared/protocol/orderAmounts.ts'
import { t } from '../../../i18n/texts.ts'
import { amountAlone, groupDigits } from '../../../ui/format.ts'
import { type Means, ORDER_COST } from './orderForm.ts'
import type { OrderRow } from './request.ts'

/** Maximum number of slider positions. */
const MAX_STEPS = 1000n

type Offer = Pick<OrderRow, 'side' | 'unitsleft' | 'coinsleft'>

/** Returns the amounts of filling `wanted` units, or undefined for 0 units and if only a complete fill is possible. */
export function computeFill(
  { side, unitsleft: units, coinsleft: coins }: Offer,
  wanted: bigint,
): FillAmounts | undefined {
  if (wanted === 0n) return undefined
  return side === 'ask' ? askFill({ units, coins }, wanted) : bidFill({ units, coins }, wanted)
}

/** Explains how the rules treat satoshis that cannot be divided evenly. Returns undefined if no rounding occurs. */
export function formatRounding(offer: Offer, fill: FillAmounts, asked: bigint): string | undefined {
  if (fill.units > asked) return t('trade:fill.sameForAll', { amount: groupDigits(fill.units) })
  if (offer.coinsleft % offer.unitsleft === 0n) return undefined
  if (fill.unitsLeft > 0n)
    return t(offer.side === 'ask' ? 'trade:fill.roundedUp' : 'trade:fill.roundedDown', { least: amountAlone(1n) })
  return offer.side === 'bid' ? t('trade:fill.lastGetsRest') : undefined
}

/** Returns the maximum number of units that the user can fill. */
export function computeMaxUnits({ side, unitsleft, coinsleft }: Offer, { coins, units }: Means): bigint {
  if (side === 'bid') return units === undefined || units > unitsleft ? unitsleft : units
  if (coins === undefined || coinsleft + ORDER_COST <= coins) return unitsleft
  return coins <= ORDER_COST ? 0n : ((coins - ORDER_COST) * unitsleft) / coinsleft
}

export const countSteps = (max: bigint): number => Number(max < MAX_STEPS ? max : MAX_STEPS)

/** Returns the units at a position of the slider. The last position is the maximum. */
export function unitsAt(step: number, max: bigint): bigint {
  const steps = countSteps(max)
  return steps === 0 ? 0n : (max * BigInt(step)) / BigInt(steps)
}

/** Returns the reason for which the node would reject the fill, or undefined. */
export function fillProblem(offer: Offer, amount: string, means: Means): string | undefined {
  if (amount.trim() === '') return t('trade:problem.howMany')
  const units = readTypedUnits(amount)
  if (units === undefined) return t('trade:problem.wholeUnits')
  if (units === 0n) return t('trade:problem.atLeastOne')
  if (units > offer.unitsleft) return t('trade:problem.moreThanLeft', { amount: groupDigits(offer.unitsleft) })
  if (offer.side === 'bid') return bidProblem(offer, units, means)
  const max = computeMaxUnits(offer, means)
  if (units <= max || means.coins === undefined) return undefined
  return t('trade:problem.coinsFor', { amount: groupDigits(max), spendable: amountAlone(means.coins) })
}

function bidProblem(offer: Offer, units: bigint, means: Means): string | undefined {
  if (means.units !== undefined && units > means.units) {
    return t('trade:problem.moreThanHeld', { held: groupDigits(means.units) })
  }
  if (computeFill(offer, units) === undefined) {
    return t('trade:problem.onlyAll', { least: amountAlone(1n), amount: groupDigits(offer.unitsleft) })
  }
  if (means.coins !== undefined && means.coins < ORDER_COST) {
    return t('trade:problem.moreCoins', { needed: amountAlone(ORDER_COST), spendable: amountAlone(means.coins) })
  }
  return undefined
}
