import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect } from 'react'

export interface VirtualRowsOptions {
  readonly count: number
  readonly scroller: RefObject<HTMLDivElement | null>
  /** kept in the page while it is out of sight, because the grid points at it; −1 for none */
  readonly active: number
  readonly rowHeight: number
}

export function useVirtualRows({ count, scroller, active, rowHeight }: VirtualRowsOptions) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    // The sticky header covers the first row height of the viewport.
    scrollPaddingStart: rowHeight,
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range)
      return active < 0 || active >= count || visible.includes(active) ? visible : [...visible, active]
    },
  })
  useEffect(() => {
    if (active >= 0 && active < count) virtual.scrollToIndex(active, { align: 'auto' })
  }, [active, count, virtual])
  return { items: virtual.getVirtualItems(), height: virtual.getTotalSize() }
}
