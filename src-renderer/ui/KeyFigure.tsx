import type { ReactNode } from 'react'
import { cn } from './cn.ts'
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
    <div className="group flex min-w-0 flex-col gap-0.5 px-3 py-3 min-[1100px]:px-4">
      <div className="flex h-6 items-center justify-between gap-2">
        <span className="truncate text-12 text-muted">{label}</span>
        {source}
      </div>
      {/* The line keeps its size whatever the figure's is: figures side by side stand on one baseline. */}
      <div title={whole(value)} className="h-7 truncate font-semibold text-20 leading-7">
        {value === undefined ? (
          <Skeleton className="mt-1 h-5 w-24" />
        ) : (
          <span data-figure className={cn(sizeFor(value), 'leading-none')}>
            {value ?? <span className="text-faint">—</span>}
          </span>
        )}
      </div>
      <div title={whole(note)} className="h-4 truncate text-12 text-faint">
        {value === undefined ? <Skeleton className="h-3 w-16" /> : value === null ? 'not known now' : note}
      </div>
    </div>
  )
}

/** What may be cut can be seen whole on hover. */
const whole = (shown: ReactNode): string | undefined => (typeof shown === 'string' ? shown : undefined)

/** A long number gets smaller rather than cut: half a number is a wrong number. */
function sizeFor(value: ReactNode): string {
  const length = typeof value === 'string' ? value.length : 0
  return length > 16 ? 'text-12 tracking-normal min-[1100px]:text-13' : length > 9 ? 'text-16' : 'text-20'
}

/** Three to five figures side by side, one surface, hairlines between; in rows of three where the page is enlarged. */
export function KeyFigures({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return (
    <div
      className={cn(
        'grid shrink-0 auto-cols-fr grid-flow-col divide-x rounded-lg border bg-surface shadow-card',
        'max-[859px]:auto-cols-auto max-[859px]:grid-flow-row max-[859px]:grid-cols-3 max-[859px]:divide-x-0',
        className,
      )}
    >
      {children}
    </div>
  )
}
