import type { ReactNode } from 'react'
import { t } from '../i18n/texts.ts'
import { cn } from './cn.ts'
import { OnDemandSource } from './OnDemandSource.tsx'
import { Skeleton } from './Skeleton.tsx'

export interface KeyFigureProps {
  readonly label: ReactNode
  /** undefined while loading: the skeleton has the final geometry; null where it cannot be known now */
  readonly value: ReactNode
  /** one short line below: what it means, or how old it is */
  readonly note?: ReactNode
  readonly source?: ReactNode
}

export function KeyFigure({ label, value, note, source }: KeyFigureProps) {
  return (
    <div className="group/source -mt-px -ml-px flex flex-1 flex-col gap-0.5 border-t border-l px-3 py-3 max-[859px]:basis-[30%] min-[1100px]:px-4">
      <div className="flex h-6 w-0 min-w-full items-center justify-between gap-2">
        <span className="truncate text-12 text-muted">{label}</span>
        {source ? <OnDemandSource>{source}</OnDemandSource> : null}
      </div>
      {/* A fixed line height keeps figures on one baseline. */}
      <div className="h-7 whitespace-nowrap font-semibold text-20 leading-7">
        {value === undefined ? (
          <Skeleton className="mt-1 h-5 w-24" />
        ) : (
          <span data-figure className={cn(sizeFor(value), 'leading-none')}>
            {value ?? <span className="text-faint">—</span>}
          </span>
        )}
      </div>
      <div title={whole(note)} className="h-4 w-0 min-w-full truncate text-12 text-faint">
        {value === undefined ? <Skeleton className="h-3 w-16" /> : value === null ? t('ui:unknownNow') : note}
      </div>
    </div>
  )
}

/** A cut note is shown in full on hover. */
const whole = (shown: ReactNode): string | undefined => (typeof shown === 'string' ? shown : undefined)

/** A long number gets smaller and is never cut. */
function sizeFor(value: ReactNode): string {
  const length = typeof value === 'string' ? value.length : 0
  return length > 16 ? 'text-12 tracking-normal min-[1100px]:text-13' : length > 9 ? 'text-16' : 'text-20'
}

/**
 * Three to five figures side by side, one surface, hairlines between; each at least as wide as its number. In rows of
 * three on a zoomed page.
 */
export function KeyFigures({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex shrink-0 flex-wrap overflow-hidden rounded-lg border bg-surface shadow-card">{children}</div>
  )
}
