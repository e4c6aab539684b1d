import { ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { groupDigits } from '../../../ui/format.ts'

export interface ListFrameProps {
  readonly filters: ReactNode
  readonly actions: ReactNode
  readonly children: ReactNode
  readonly footer: ReactNode
}

/** Filters above a list, what it shows below it. */
export function ListFrame({ filters, actions, children, footer }: ListFrameProps) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-1.5">
        {filters}
        <div className="ml-auto flex items-center gap-2">{actions}</div>
      </div>
      {children}
      <div className="flex min-h-8 shrink-0 items-center gap-3 border-t px-4 py-1 text-12 text-muted">{footer}</div>
    </div>
  )
}

export interface LoadedNoteProps {
  /** what the rows are, plural: "changes" */
  readonly what: string
  readonly shown: number | undefined
  /** rows of the address, whatever the filter leaves out */
  readonly total: number | undefined
  readonly filtered: boolean
  readonly complete: boolean
  readonly loadingMore: boolean
  readonly behind: boolean
  onRenew(): void
}

/** How much of a long list is loaded, and whether the chain went on meanwhile. */
export function LoadedNote(props: LoadedNoteProps) {
  const { what, shown, total, filtered, complete, loadingMore, behind, onRenew } = props
  if (shown === undefined || total === undefined) return <span aria-hidden>&nbsp;</span>
  return (
    <>
      <span role="status">
        {complete
          ? filtered
            ? `${groupDigits(shown)} of ${groupDigits(total)} ${what} fit the filter`
            : shown === 1
              ? `1 ${what.replace(/s$/, '')}`
              : `All ${groupDigits(shown)} ${what}`
          : `${groupDigits(shown)} ${filtered ? `fitting ${what} so far` : `of ${groupDigits(total)} ${what}`}; ${
              loadingMore ? 'loading more …' : 'more load as you scroll'
            }`}
      </span>
      {complete || filtered ? null : <span className="text-faint">Sorted by the node; the export has them all.</span>}
      {behind ? (
        <Button size="sm" className="ml-auto" icon={<ArrowUp aria-hidden className="size-3.5" />} onClick={onRenew}>
          Show what is new
        </Button>
      ) : null}
    </>
  )
}
