import { COIN } from '#shared/units.ts'
import { groupDigits, plainAmount } from '../../../ui/format.ts'
import { YEAR } from './supplyShape.ts'

const SHORT = [
  { size: 10n ** 9n, letter: 'B' },
  { size: 10n ** 6n, letter: 'M' },
  { size: 10n ** 3n, letter: 'k' },
] as const

/** "2.5 M": for the labels of an axis, which are round. */
export function shortCoins(satoshis: bigint): string {
  const unit = SHORT.find(({ size }) => satoshis >= size * COIN)
  if (!unit) return plainAmount(satoshis)
  const hundredths = (satoshis * 100n) / (unit.size * COIN)
  return `${String(Number(hundredths) / 100)} ${unit.letter}`
}

/** Whole coins where there are some: the premine has a few odd satoshis. */
export function wholeCoins(satoshis: bigint): string {
  return satoshis >= COIN ? groupDigits((satoshis + COIN / 2n) / COIN) : plainAmount(satoshis)
}

/** "about 4 years", "about 3 days", "about 10 minutes". */
export function aboutTime(seconds: number): string {
  const units = [
    { size: YEAR, one: 'year' },
    { size: 86_400, one: 'day' },
    { size: 3600, one: 'hour' },
    { size: 60, one: 'minute' },
  ]
  const unit = units.find(({ size }) => seconds >= size * 1.5) ?? { size: 1, one: 'second' }
  const count = seconds / unit.size
  const rounded = count >= 10 ? Math.round(count) : Math.round(count * 10) / 10
  return `about ${groupDigits(rounded)} ${unit.one}${rounded === 1 ? '' : 's'}`
}
