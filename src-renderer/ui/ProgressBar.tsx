import { t } from '../i18n/texts.ts'
import { cn } from './cn.ts'
import { formatPercent } from './format.ts'

export interface ProgressProps {
  readonly label: string
  readonly done: number
  /** Null if the total is unknown: shows an indeterminate bar without a percentage. */
  readonly total: number | null
  /** Empty while nothing is counted yet: shows only label and bar. */
  readonly unit: string
  readonly className?: string | undefined
}

export function ProgressBar({ label, done, total, unit, className }: ProgressProps) {
  const known = total !== null && total > 0
  const share = known ? Math.min(1, done / total) : 0
  const percent = formatPercent(Math.floor(share * 100))
  const counted = t('ui:progress', { done, things: unit })
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <div className="flex justify-between gap-4 text-12 text-muted">
        <span>{label}</span>
        {unit === '' ? null : (
          <span>{known ? `${t('ui:progressOf', { done, total, things: unit })} · ${percent}` : counted}</span>
        )}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        {...(known ? { 'aria-valuenow': done, 'aria-valuemin': 0, 'aria-valuemax': total } : {})}
        aria-valuetext={known ? percent : unit === '' ? label : counted}
        className="h-1.5 overflow-hidden rounded-full bg-hover"
      >
        <div
          className={cn(
            'h-full origin-left rounded-full bg-accent',
            known ? 'transition-transform duration-(--calm)' : 'animate-breathe opacity-40',
          )}
          style={known ? { transform: `scaleX(${share})` } : undefined}
        />
      </div>
    </div>
  )
}
