import { Check } from 'lucide-react'
import { useCopy } from './CopyButton.tsx'
import { cn } from './cn.ts'
import { Tooltip } from './Tooltip.tsx'

/** Head and tail that people compare; short texts stay whole. */
export function middleTruncated(text: string, head = 8, tail = 8): string {
  return text.length <= head + tail + 2 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`
}

export interface HashProps {
  readonly value: string
  /** what it is, for the accessible name: "transaction id" */
  readonly label: string
  readonly head?: number | undefined
  readonly tail?: number | undefined
  /** Inside table rows: out of the tab order, because the row's drawer offers the same. */
  readonly inRow?: boolean | undefined
  readonly className?: string | undefined
}

/** A hash, key or address: mono, shortened in the middle, whole on hover and focus, click to copy. */
export function Hash({ value, label, head = 8, tail = 8, inRow, className }: HashProps) {
  const [outcome, copy] = useCopy()
  return (
    <Tooltip
      content={
        <span className="flex flex-col gap-0.5">
          <span className="break-all font-mono">{value}</span>
          <span className="text-faint">{outcome === 'copied' ? 'Copied' : 'Click to copy'}</span>
        </span>
      }
    >
      <button
        type="button"
        tabIndex={inRow ? -1 : 0}
        onClick={(event) => {
          event.stopPropagation()
          copy(value)
        }}
        className={cn(
          'inline-flex max-w-full items-center gap-1 rounded-sm font-mono text-12 decoration-line-strong decoration-dotted underline-offset-4 hover:underline',
          className,
        )}
      >
        <span aria-hidden className="truncate">
          {middleTruncated(value, head, tail)}
        </span>
        <span className="sr-only">
          Copy {label} {value}
        </span>
        {outcome === 'copied' ? <Check aria-hidden className="size-3 text-ok" /> : null}
      </button>
    </Tooltip>
  )
}
