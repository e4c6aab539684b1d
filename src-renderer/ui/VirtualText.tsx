import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import { cn } from './cn.ts'
import { ScrollRegion } from './ScrollRegion.tsx'
import { useElementSize } from './useElementSize.ts'
import { visibleString } from './visibleText.ts'

const ROW = 18
/** Maximum characters per line. Longer lines are wrapped: a block as one line of hex would be a megabyte wide. */
const COLUMNS = 160
/** Upper limit of the width of a character in a monospaced font of this size. */
const CHARACTER_PX = 7.25
/** Width next to the text, in px: padding of the box, and space for a button at its upper right corner. */
const BESIDE_PX = 46
const MIN_COLUMNS = 32

export interface VirtualTextProps {
  readonly text: string
  readonly label: string
  readonly maxHeight: number
  /** Wraps lines at the width of the box, for text that may be broken anywhere, such as hex. */
  readonly fill?: boolean | undefined
  readonly className?: string | undefined
}

/** Plain text of any size; only visible lines are in the DOM. */
export function VirtualText({ text, label, maxHeight, fill = false, className }: VirtualTextProps) {
  const scroller = useRef<HTMLElement>(null)
  const { width } = useElementSize(scroller)
  const columns = fill ? Math.max(MIN_COLUMNS, Math.floor((width - BESIDE_PX) / CHARACTER_PX)) : COLUMNS
  const lines = useMemo(() => wrapLines(text, columns), [text, columns])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
  })
  return (
    <ScrollRegion ref={scroller} label={label} className={cn('rounded-md', className)} style={{ maxHeight }}>
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => (
          <div
            key={item.index}
            className="absolute left-0 whitespace-pre font-mono text-12"
            style={{ transform: `translateY(${item.start}px)`, height: ROW }}
          >
            {visibleString(lines[item.index] ?? '', columns + 1)}
          </div>
        ))}
      </div>
    </ScrollRegion>
  )
}

const HIGH_SURROGATE = /[\ud800-\udbff]/

export function wrapLines(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => {
    if (line.length <= columns) return [line]
    const parts: string[] = []
    for (let at = 0; at < line.length; ) {
      // Never split a surrogate pair.
      const end = at + columns - (HIGH_SURROGATE.test(line.charAt(at + columns - 1)) ? 1 : 0)
      parts.push(line.slice(at, end))
      at = end
    }
    return parts
  })
}
