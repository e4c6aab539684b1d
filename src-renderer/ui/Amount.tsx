import { cn } from './cn.ts'
import { amountParts, plainAmount } from './format.ts'

export interface AmountProps {
  readonly satoshis: bigint
  /** always shown in sentences and figures; a table may put it into the header instead */
  readonly unit?: string | undefined
  /** a plus sign before what came in */
  readonly signed?: boolean | undefined
  readonly className?: string | undefined
}

/**
 * Coins with all eight decimals: right-aligned in a column, the decimal points stand below each other. Trailing zeros
 * are dimmed, not dropped.
 */
export function Amount({ satoshis, unit, signed, className }: AmountProps) {
  const { sign, whole, fraction, zeros } = amountParts(satoshis)
  // Billions of coins: a little smaller, in two lines where it has to be, and whole on hover where a line is too short.
  const long = whole.length > 11
  const lead = sign || (signed && satoshis > 0n ? '+' : '')
  const head = `${lead}${whole}`
  const tail = (
    <>
      {fraction ? `.${fraction}` : ''}
      <span className="text-faint">{`${fraction ? '' : '.'}${zeros}`}</span>
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
