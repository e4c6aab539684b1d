import { COIN } from '#shared/units.ts'
import { coinsAmount, formatCompact, formatDecimal, formatMeasure, groupDigits } from '../../../ui/format.ts'
import { YEAR } from './supplyShape.ts'

const SHORT = [
  { size: 10n ** 9n, letter: 'B' },
  { size: 10n ** 6n, letter: 'M' },
  { size: 10n ** 3n, letter: 'k' },
] as const

/** Formats an amount for the label of an axis: "2.5 M". */
export function shortCoins(satoshis: bigint): string {
  const unit = SHORT.find(({ size }) => satoshis >= size * COIN)
  if (!unit) return coinsAmount(satoshis)
  const hundredths = (satoshis * 100n) / (unit.size * COIN)
  return `${formatDecimal(Number(hundredths) / 100, { least: 0, most: 2 })} ${unit.letter}`
}

/** Formats an amount as whole coins, or exactly if it is less than 1 coin. The premine has a few odd satoshis. */
export function wholeCoins(satoshis: bigint): string {
  return satoshis >= COIN ? groupDigits((satoshis + COIN / 2n) / COIN) : coinsAmount(satoshis)
}

const MILLION = 1_000_000n

/** Formats a supply for quick reading: "1.5 million". */
export function roundCoins(satoshis: bigint): string {
  if (satoshis < MILLION * COIN) return wholeCoins(satoshis)
  return formatCompact((satoshis + COIN / 2n) / COIN)
}

const units = [
  { size: YEAR, unit: 'year' },
  { size: 86_400, unit: 'day' },
  { size: 3600, unit: 'hour' },
  { size: 60, unit: 'minute' },
] as const

/** Formats a duration roughly in the largest suitable unit: "3.8 years", "3 days", "10 minutes". */
export function longDuration(seconds: number): string {
  const { size, unit } = units.find((one) => seconds >= one.size * 1.5) ?? { size: 1, unit: 'second' as const }
  const count = seconds / size
  return formatMeasure(count, unit, count >= 10 ? 0 : 1)
}
