import { cn } from './cn.ts'
import { amountParts } from './format.ts'

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
  const lead = sign || (signed && satoshis > 0n ? '+' : '')
  return (
    <span className={cn('whitespace-nowrap', className)}>
      {lead}
      {whole}
      {fraction ? `.${fraction}` : ''}
      <span className="text-faint">{`${fraction ? '' : '.'}${zeros}`}</span>
      {unit ? <span className="ml-1 font-normal text-muted">{unit}</span> : null}
    </span>
  )
}
