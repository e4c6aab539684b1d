import type { ReactNode } from 'react'
import { t } from '../i18n/texts.ts'
import { cn } from './cn.ts'
import { Skeleton } from './Skeleton.tsx'

export interface KeyFigureProps {
  readonly label: ReactNode
  /** Undefined while loading, which shows a skeleton of the final size. Null if the value cannot be known now. */
  readonly value: ReactNode
  /** Number of characters of a value that is not a string, used to choose the text size. */
  readonly chars?: number | undefined
  /** Short line below the value: its meaning or age. */
  readonly note?: ReactNode
  readonly source?: ReactNode
}

export function KeyFigure({ label, value, chars, note, source }: KeyFigureProps) {
  return (
    <div className="group/source -mt-px -ml-px flex flex-1 flex-col gap-0.5 border-t border-l px-3 py-3 max-[859px]:basis-[30%] max-[479px]:basis-[45%] min-[1100px]:px-4">
      <div className="flex h-6 w-0 min-w-full items-center justify-between gap-2">
        <span title={tooltipText(label)} className="truncate text-12 text-muted">
          {label}
        </span>
        {source}
      </div>
      {/* The fixed line height keeps all numbers on one baseline. */}
      <div className="h-7 whitespace-nowrap font-semibold text-20 leading-7">
        {value === undefined ? (
          <Skeleton className="mt-1 h-5 w-24" />
        ) : (
          <span data-figure data-length={classifyLength(value, chars)} className={cn(SIZE, 'leading-none')}>
            {value ?? <span className="text-faint">—</span>}
          </span>
        )}
      </div>
      <div
        title={tooltipText(note)}
        className="line-clamp-2 min-h-4 w-0 min-w-full text-balance wrap-anywhere text-12 text-faint leading-4"
      >
        {value === undefined ? <Skeleton className="h-3 w-16" /> : value === null ? t('ui:unknownNow') : note}
      </div>
    </div>
  )
}

/** Returns the complete text for the tooltip, because long labels and notes are truncated. */
const tooltipText = (shown: ReactNode): string | undefined => (typeof shown === 'string' ? shown : undefined)

/** Long numbers get a smaller size instead of being truncated. All numbers of a row share one size. */
const SIZE =
  'text-20 group-has-[[data-length=long]]/figures:text-16 group-has-[[data-length=longest]]/figures:text-12 group-has-[[data-length=longest]]/figures:tracking-normal min-[1100px]:group-has-[[data-length=longest]]/figures:text-13 min-[1720px]:group-has-[[data-length=longest]]/figures:text-16'

function classifyLength(value: ReactNode, chars: number | undefined): 'short' | 'long' | 'longest' {
  const length = chars ?? (typeof value === 'string' ? value.length : 0)
  return length > 16 ? 'longest' : length > 9 ? 'long' : 'short'
}

/**
 * Row of three to five key numbers on one surface, separated by thin lines. Each column is at least as wide as its
 * number. In a narrow or zoomed window the row wraps after three numbers.
 */
export function KeyFigures({ children }: { readonly children: ReactNode }) {
  return (
    <div className="group/figures flex shrink-0 flex-wrap overflow-hidden rounded-lg border bg-surface shadow-card">
      {children}
    </div>
  )
}
