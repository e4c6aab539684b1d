import { cn } from './cn.ts'
import { useDisplayStyle } from './displayStyle.ts'
import { amountParts, decimalMark, plainAmount } from './format.ts'

/** Characters of whole coins, and of satoshis, that stand in one line. */
const MOST_COINS = 11
const MOST_SATOSHIS = 20

export interface AmountProps {
  readonly satoshis: bigint
  /** left out in tables with the unit in the header */
  readonly unit?: string | undefined
  /** a plus sign before what came in */
  readonly signed?: boolean | undefined
  readonly className?: string | undefined
}

/**
 * Coins with all eight decimals: right-aligned in a column, the decimal points stand below each other. Trailing zeros
 * are dimmed, and dropped only where the settings say so; where they ask for satoshis, those stand here.
 */
export function Amount({ satoshis, unit, signed, className }: AmountProps) {
  const { sign, whole, fraction, zeros } = amountParts(satoshis)
  const mark = decimalMark()
  const units = useDisplayStyle((state) => state.units)
  // Billions of coins are smaller, wrap into two lines if needed, and have a tooltip.
  const long = whole.length > (units === 'sat' ? MOST_SATOSHIS : MOST_COINS)
  const lead = sign || (signed && satoshis > 0n ? '+' : '')
  const head = `${lead}${whole}`
  const tail = (
    <>
      {fraction ? `${mark}${fraction}` : ''}
      {units === 'eight' ? <span className="text-faint">{`${fraction ? '' : mark}${zeros}`}</span> : null}
    </>
  )
  return (
    <span
      className={cn(long ? 'text-[0.92em] tracking-tight' : 'whitespace-nowrap', className)}
      title={long ? `${lead}${plainAmount(satoshis)}` : undefined}
    >
      {long ? <span className="inline-block">{head}</span> : head}
      {long ? <span className="inline-block">{tail}</span> : tail}
      {unit ? <span className="ml-1 font-normal text-muted">{unit}</span> : null}
    </span>
  )
}
