import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { computeRowShift } from './rowShift.ts'
import type { ActiveRow } from './useGridKeys.ts'

export interface VirtualRowsOptions<Row> {
  readonly rows: readonly Row[]
  rowKey(row: Row): string
  readonly scroller: RefObject<HTMLDivElement | null>
  /** Index of a row rendered even if it is not visible, because the grid refers to it; −1 for none. */
  readonly active: number
  /** Changes when the user moves to a row, which is then scrolled into view. */
  readonly went: ActiveRow | undefined
  readonly rowHeight: number
}

export function useVirtualRows<Row>({ rows, rowKey, scroller, active, went, rowHeight }: VirtualRowsOptions<Row>) {
  const count = rows.length
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    // The sticky header covers the first row of the viewport.
    scrollPaddingStart: rowHeight,
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range)
      return active < 0 || active >= count || visible.includes(active) ? visible : [...visible, active]
    },
  })
  // Only when the user moves; new rows must not scroll the list.
  useEffect(() => {
    if (went) virtual.scrollToIndex(went.index, { align: 'auto' })
  }, [went, virtual])

  const before = useRef(rows)
  // biome-ignore lint/correctness/useExhaustiveDependencies: how a row gives its key does not change
  useLayoutEffect(() => {
    const old = before.current
    before.current = rows
    const grid = scroller.current
    // At the top of the list, new rows stay visible.
    if (!grid || grid.scrollTop === 0 || old === rows) return
    const first = Math.floor(grid.scrollTop / rowHeight)
    const shift = computeRowShift(old, rows, rowKey, first, first + Math.floor(grid.clientHeight / rowHeight) - 1)
    if (shift !== 0) grid.scrollTop += shift * rowHeight
  }, [rows, scroller, rowHeight])
  return { items: virtual.getVirtualItems(), height: virtual.getTotalSize() }
}
