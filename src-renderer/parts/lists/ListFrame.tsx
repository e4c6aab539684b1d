import { ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { groupDigits } from '../../ui/format.ts'

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
  /** rows that match the filter, loaded or not; undefined if only loading them can tell */
  readonly total: number | undefined
  /** rows there are, whatever the filter leaves out */
  readonly all: number | undefined
  readonly filtered: boolean
  readonly complete: boolean
  readonly loadingMore: boolean
  readonly behind: boolean
  onRenew(): void
}

/** How much of a long list is loaded, and whether it changed since. */
export function LoadedNote(props: LoadedNoteProps) {
  const { shown, complete, behind, onRenew } = props
  if (shown === undefined) return <span aria-hidden>&nbsp;</span>
  return (
    <>
      <span role="status">{loadedText(props, shown)}</span>
      {complete ? null : <span className="text-faint">Sorted by the node; an export has them all.</span>}
      {behind ? (
        <Button size="sm" className="ml-auto" icon={<ArrowUp aria-hidden className="size-3.5" />} onClick={onRenew}>
          Show what is new
        </Button>
      ) : null}
    </>
  )
}

function loadedText({ what, total, all, filtered, complete, loadingMore }: LoadedNoteProps, shown: number): string {
  const count = groupDigits(shown)
  if (complete && filtered) {
    return all === undefined
      ? `${count} ${what} match the filter`
      : `${count} of ${groupDigits(all)} ${what} match the filter`
  }
  if (complete) return shown === 1 ? `1 ${what.replace(/s$/, '')}` : `All ${count} ${what}`
  const of = total === undefined ? 'so far' : `of ${groupDigits(total)}`
  const more = loadingMore ? 'loading more …' : 'more load as you scroll'
  return `${count} ${of} ${filtered ? 'that match' : what}; ${more}`
}
