import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { groupDigits } from '../../../ui/format.ts'
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx'

/** Minimum height of an entry in px: two lines and their border. A longer note takes more. */
const ENTRY = 53
const SHOWN = 8

export interface Entry {
  readonly place: number
  readonly main: ReactNode
  readonly note: ReactNode
  readonly amount: ReactNode
  readonly unit: string
}

export interface VirtualListProps {
  readonly label: string
  readonly count: number
  entry(n: number): Entry
  /** called with the first and the last visible entry when they change */
  onRange?(first: number, last: number): void
}

/** List of entries of two or more lines. Only visible ones are rendered, so that a thousand scroll like ten. */
export function VirtualList({ label, count, entry, onRange }: VirtualListProps) {
  const scroller = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ENTRY,
    overscan: 6,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => onRange?.(first, last), [first, last, onRange])
  // The browser's own scrolling to the end stops halfway, because entries taller than estimated move the target.
  const toAnEnd = (event: KeyboardEvent) => {
    if (event.key !== 'Home' && event.key !== 'End') return
    event.preventDefault()
    if (event.key === 'End') virtual.scrollToIndex(count - 1, { align: 'end' })
    else virtual.scrollToIndex(0)
  }
  return (
    <ScrollRegion
      ref={scroller}
      label={label}
      className="rounded-b-lg"
      style={{ maxHeight: ENTRY * SHOWN }}
      onKeyDown={toAnEnd}
    >
      <ol className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const { place, main, note, amount, unit } = entry(item.index)
          return (
            <li
              key={item.index}
              ref={virtual.measureElement}
              data-index={item.index}
              aria-setsize={count}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 top-0 grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 border-b px-4 py-1.5 last:border-b-0"
              style={{ transform: `translateY(${item.start}px)`, minHeight: ENTRY }}
            >
              <span className="mt-1 min-w-5 text-right text-12 text-faint">{groupDigits(place)}</span>
              <span className="min-w-0">
                <span className="flex min-h-6 min-w-0 items-center truncate max-[719px]:whitespace-normal">{main}</span>
                <span className="block wrap-anywhere text-12 text-muted">{note}</span>
              </span>
              <span className="mt-0.5 text-right">
                {amount}
                <span className="block text-12 text-faint">{unit}</span>
              </span>
            </li>
          )
        })}
      </ol>
    </ScrollRegion>
  )
}
