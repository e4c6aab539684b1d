import { cn } from './cn.ts'
import { useDisplayStyle } from './displayStyle.ts'
import { amountParts, decimalMark, plainAmount } from './format.ts'

/** Maximum number of characters before the decimal mark that fit in one line, for amounts in coins and in satoshis. */
const MAX_COIN_DIGITS = 11
const MAX_SATOSHI_DIGITS = 20

export interface AmountProps {
  readonly satoshis: bigint
  /** Omitted in tables with the unit in the header. */
  readonly unit?: string | undefined
  /** Adds a plus sign to positive amounts. */
  readonly signed?: boolean | undefined
  readonly className?: string | undefined
}

/**
 * Shows an amount with all eight decimals, so that the decimal marks align in a right-aligned column. Trailing zeros
 * are dimmed; they are omitted, or the amount is shown in satoshis, if the settings say so.
 */
export function Amount({ satoshis, unit, signed, className }: AmountProps) {
  const { sign, whole, fraction, zeros } = amountParts(satoshis)
  const mark = decimalMark()
  const units = useDisplayStyle((state) => state.units)
  // Billions of coins are shown smaller and with a tooltip, and may wrap into two lines.
  const long = whole.length > (units === 'sat' ? MAX_SATOSHI_DIGITS : MAX_COIN_DIGITS)
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
