import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { cn } from '../cn.ts'
import { useElementSize } from '../useElementSize.ts'
import type { Column } from './columns.ts'
import { useGridKeys } from './useGridKeys.ts'
import { useRowPress } from './useRowPress.ts'
import { useVirtualRows } from './useVirtualRows.ts'

export interface BareGridProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Pick<Column<Row>, 'id' | 'cell' | 'align'>[]
  /** CSS grid tracks of the columns. */
  readonly template: string
  /** In px; a click target needs at least 24. */
  readonly rowHeight: number
  rowKey(row: Row): string
  rowLabel(row: Row): string
  /** Rendered behind the cells of a row. */
  background?(row: Row): ReactNode
  /** Called for Enter or a click. */
  onOpen(row: Row): void
  /** Set if the last row is the most important: it stays in view, and the keys start there. */
  readonly fromEnd?: boolean | undefined
}

/** Dense rows without a header. Arrow keys move, Enter opens a row, and only visible rows are in the DOM. */
export function BareGrid<Row>(props: BareGridProps<Row>) {
  const { label, rows, columns, rowHeight, rowKey, fromEnd = false } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const keys = useGridKeys({
    ...{ rows, rowKey, onOpen: props.onOpen, page: 6 },
    topmost: () => (fromEnd ? rows.length - 1 : 0),
  })
  const presses = useRowPress(rows, keys.press)
  const { active, went } = keys
  const virtual = useVirtualRows({ rows, rowKey, scroller, active, went, rowHeight })
  const follow = useEndInSight(scroller, fromEnd, rows)
  return (
    <div className="relative flex min-h-0 flex-1 basis-0 flex-col">
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        tabIndex={0}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
        onScroll={follow}
        className="group/grid peer min-h-0 flex-1 overflow-y-auto overflow-x-hidden outline-none"
      >
        <div className={cn('flex min-h-full flex-col', fromEnd && 'justify-end')}>
          <div role="rowgroup" {...presses} className="relative shrink-0" style={{ height: virtual.height }}>
            {virtual.items.map(({ index, start }) => {
              const row = rows[index]
              return row === undefined ? null : (
                <BareRow
                  key={rowKey(row)}
                  {...props}
                  id={`${id}-${index}`}
                  row={row}
                  index={index}
                  top={start}
                  active={index === active}
                />
              )
            })}
          </div>
        </div>
      </div>
      <span
        aria-hidden
        className="pointer-events-none absolute inset-0 z-20 hidden border-2 border-focus peer-focus-visible:block"
      />
    </div>
  )
}

/** Keeps the last row in view when rows or the size change, unless the user has scrolled away from it. */
function useEndInSight(scroller: RefObject<HTMLDivElement | null>, wanted: boolean, rows: readonly unknown[]) {
  const atEnd = useRef(true)
  const { height } = useElementSize(scroller)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the rows or their room change
  useLayoutEffect(() => {
    const grid = scroller.current
    if (wanted && grid && atEnd.current) grid.scrollTop = grid.scrollHeight
  }, [rows, height, wanted, scroller])
  return () => {
    const grid = scroller.current
    if (grid) atEnd.current = grid.scrollTop + grid.clientHeight >= grid.scrollHeight - 2
  }
}

interface BareRowProps<Row> extends BareGridProps<Row> {
  readonly id: string
  readonly row: Row
  readonly index: number
  readonly top: number
  readonly active: boolean
}

function BareRow<Row>(props: BareRowProps<Row>) {
  const { id, row, index, top, active, columns, template, rowHeight } = props
  const words = props.rowLabel(row)
  return (
    <div
      id={id}
      role="row"
      // Counted as in all tables, whose first row is the header.
      aria-rowindex={index + 2}
      aria-label={words}
      title={words}
      className={cn(
        'absolute inset-x-0 top-0 grid cursor-pointer items-center gap-x-3 px-4 text-12 hover:bg-hover hover:shadow-[inset_2px_0_var(--line-strong)]',
        active && 'group-focus-visible/grid:bg-hover group-focus-visible/grid:shadow-[inset_2px_0_var(--focus)]',
      )}
      style={{ transform: `translateY(${top}px)`, height: rowHeight, gridTemplateColumns: template }}
    >
      {props.background?.(row)}
      {columns.map(({ id: column, cell, align }, place) => (
        <div
          key={column}
          role="gridcell"
          aria-colindex={place + 1}
          className={cn('relative min-w-0 truncate', align === 'right' && 'text-right')}
        >
          {cell(row)}
        </div>
      ))}
    </div>
  )
}
