import { ArrowDownRight, ArrowUpRight, Minus } from 'lucide-react'
import { cn } from '../../ui/cn.ts'
import { changeText } from './prices.ts'

export interface ChangeProps {
  /** Change in hundredths of a percent; undefined if there is no earlier price. */
  readonly hundredths: number | undefined
  readonly className?: string | undefined
}

/** Price change as arrow, sign and colour. */
export function Change({ hundredths, className }: ChangeProps) {
  if (hundredths === undefined) return <span className={cn('text-faint', className)}>—</span>
  const Arrow = hundredths > 0 ? ArrowUpRight : hundredths < 0 ? ArrowDownRight : Minus
  return (
    <span
      className={cn(
        'inline-flex items-center gap-0.5 whitespace-nowrap',
        hundredths > 0 ? 'text-ok' : hundredths < 0 ? 'text-bad' : 'text-muted',
        className,
      )}
    >
      <Arrow aria-hidden className="size-3.5" />
      {changeText(hundredths)}
    </span>
  )
}
