import type { RowData } from '@tanstack/react-table'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { cn } from '../cn.ts'
import { Skeleton } from '../Skeleton.tsx'
import { BodyRow } from './BodyRow.tsx'
import { type Column, nextSort, type Sort } from './columns.ts'
import { HeaderRow } from './HeaderRow.tsx'
import { ROW_HEIGHT } from './rowHeight.ts'
import { useSortedRows } from './rowModel.ts'
import { useElementWidth } from './useElementWidth.ts'
import { useGridKeys } from './useGridKeys.ts'
import { useLatest } from './useLatest.ts'
import { useRowPress } from './useRowPress.ts'
import { type Selection, useSelectColumn } from './useSelectColumn.tsx'
import { useVirtualRows } from './useVirtualRows.ts'

export interface DataTableProps<Row extends RowData> {
  /** names the table to assistive technology */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** undefined while nothing has loaded yet */
  readonly rows: readonly Row[] | undefined
  rowKey(row: Row): string
  /** Enter or a click on a row */
  readonly onOpen?: ((row: Row) => void) | undefined
  /** the row whose details are open */
  readonly openKey?: string | undefined
  /** the name of a row, read out when it becomes active */
  rowLabel?(row: Row): string
  /** rows can be chosen: a box in front of each, Space and Ctrl/Cmd-A */
  readonly selection?: Selection | undefined
  /** rows that cannot be chosen stay in the list, their boxes greyed; a steady function */
  readonly selectable?: ((row: Row) => boolean) | undefined
  /** controlled sort, for deep links; left out, the table keeps its own */
  readonly sort?: Sort | undefined
  readonly onSort?: ((sort: Sort | undefined) => void) | undefined
  /** all rows there are, where `rows` are only those loaded so far; undefined where nobody knows */
  readonly total?: number | undefined
  /** the last of the rows given is in sight or nearly so: the time to load more */
  readonly onNearEnd?: (() => void) | undefined
  /** shown instead of rows */
  readonly empty: ReactNode
  /** shown instead of rows when nothing could be loaded */
  readonly error?: ReactNode
  /** rows that fit before the table scrolls; without it the table fills the space it is given */
  readonly maxRows?: number | undefined
  readonly skeletonRows?: number | undefined
  readonly className?: string | undefined
}

/**
 * Rows of one kind. Only what is visible is in the page; the header sticks; headers sort by click and keyboard; arrow
 * keys move through the rows and Enter opens one. Loading, empty and error keep the final geometry.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, onOpen, openKey, rowLabel, empty, error, maxRows, skeletonRows = 6 } = props
  const { total, onNearEnd } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const width = useElementWidth(scroller)
  const [ownSort, setOwnSort] = useState<Sort>()
  const sort = props.onSort ? props.sort : ownSort
  const setSort = props.onSort ?? setOwnSort

  const fitting = useMemo(
    () => columns.filter((column) => width === 0 || !column.hideBelow || width >= column.hideBelow),
    [columns, width],
  )
  const sorted = useSortedRows(rows ?? NONE, columns, rowKey, sort)
  const { selection, selectable } = props
  const select = useSelectColumn({
    ...{ selection, rows: sorted, rowKey, rowLabel: rowLabel ?? rowKey, selectable },
    onPick(row) {
      // The box has no keys of its own: they go on in the rows, from this one.
      keys.goToRow(row)
      scroller.current?.focus({ preventScroll: true })
    },
  })
  const shown = useMemo(() => (select.column ? [select.column, ...fitting] : fitting), [select.column, fitting])
  const keys = useGridKeys({
    rows: sorted,
    rowKey,
    topmost: () => Math.ceil((scroller.current?.scrollTop ?? 0) / ROW_HEIGHT),
    onOpen,
    onToggle: selection ? (row) => select.toggle(row, false) : undefined,
    onAll: selection ? () => select.toggleAll() : undefined,
  })
  const presses = useRowPress(sorted, keys.press)
  const { active, went } = keys
  const virtual = useVirtualRows({ rows: sorted, rowKey, scroller, active, went, rowHeight: ROW_HEIGHT })
  const lastShown = virtual.items.reduce((last, item) => Math.max(last, item.index), -1)
  const nearEnd = sorted.length > 0 && lastShown >= sorted.length - NEAR
  const loadMore = useLatest(() => onNearEnd?.())
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again when more rows arrived and still the end is near
  useEffect(() => {
    if (nearEnd) loadMore()
  }, [nearEnd, sorted.length, loadMore])
  const chosen = (selection?.keys.size ?? 0) > 0
  const chose = useRef(false)
  useEffect(() => {
    // What acts on the chosen rows goes with the choice: whoever pressed it goes on in the rows.
    if (chose.current && !chosen && document.activeElement === document.body)
      scroller.current?.focus({ preventScroll: true })
    chose.current = chosen
  }, [chosen])
  const template = shown.map((column) => column.width).join(' ')
  const body = rows === undefined ? (error ?? null) : sorted.length === 0 ? (error ?? empty) : null

  return (
    <div className={cn('relative flex min-h-0 flex-col', props.className)}>
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={Math.max(total ?? 0, sorted.length) + 1}
        aria-colcount={shown.length}
        aria-multiselectable={selection ? true : undefined}
        aria-busy={rows === undefined && !error}
        tabIndex={0}
        aria-activedescendant={active >= 0 ? `${id}-row-${active}` : undefined}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
        className="group/grid peer min-h-0 flex-1 overflow-auto rounded-b-lg outline-none"
        style={maxRows ? { maxHeight: (maxRows + 1) * ROW_HEIGHT } : undefined}
      >
        {/* As wide as its columns need: where that is more than there is, header and rows scroll together. */}
        <div className="min-w-min">
          <HeaderRow
            columns={shown}
            template={template}
            sort={sort}
            onSort={(column) => setSort(nextSort(column, sort))}
            sortable={sorted.length > 0}
          />
          {body ? (
            <div role="row">
              <div role="gridcell" aria-colspan={shown.length}>
                {body}
              </div>
            </div>
          ) : rows === undefined ? (
            <SkeletonRows count={skeletonRows} columns={shown} template={template} />
          ) : (
            <div role="rowgroup" {...presses} className="relative" style={{ height: virtual.height }}>
              {virtual.items.map((item) => {
                const row = sorted[item.index]
                if (!row) return null
                const key = rowKey(row)
                return (
                  <BodyRow
                    key={key}
                    id={`${id}-row-${item.index}`}
                    row={row}
                    columns={shown}
                    template={template}
                    index={item.index}
                    top={item.start}
                    label={rowLabel?.(row)}
                    active={item.index === active}
                    open={openKey !== undefined && key === openKey}
                    selected={selection?.keys.has(key)}
                    pressable={onOpen !== undefined}
                  />
                )
              })}
            </div>
          )}
        </div>
      </div>
      {/* Over the rows: an outline of the grid itself would disappear below them. */}
      <span
        aria-hidden
        className="pointer-events-none absolute inset-0 z-20 hidden rounded-b-lg border-2 border-focus peer-focus-visible:block"
      />
    </div>
  )
}

/** Rows before the last at which more are asked for. */
const NEAR = 60
const NONE: readonly never[] = []

interface SkeletonRowsProps<Row> {
  readonly count: number
  readonly columns: readonly Column<Row>[]
  readonly template: string
}

/** Grey shapes where the texts will be: numbers at the right edge of their columns, boxes as boxes. */
function SkeletonRows<Row>(props: SkeletonRowsProps<Row>) {
  const widths = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3']
  return (
    <div role="rowgroup" aria-label="Loading">
      {Array.from({ length: props.count }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
          key={row}
          role="row"
          className="grid items-center gap-x-5 border-b px-4"
          style={{ height: ROW_HEIGHT, gridTemplateColumns: props.template }}
        >
          {props.columns.map(({ id, align, headerCell }, column) => (
            <div key={id} role="gridcell">
              <Skeleton
                className={cn(
                  headerCell ? 'size-4' : ['h-3.5', widths[(row + column) % widths.length]],
                  align === 'right' && 'ml-auto',
                )}
              />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
