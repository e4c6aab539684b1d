import type { RowData } from '@tanstack/react-table'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Sort } from './columns.ts'
import type { DataTableProps } from './dataTableProps.ts'
import { ROW_HEIGHT } from './rowHeight.ts'
import { useSortedRows } from './rowModel.ts'
import { useElementWidth } from './useElementWidth.ts'
import { useGridKeys } from './useGridKeys.ts'
import { useLatest } from './useLatest.ts'
import { useRowPress } from './useRowPress.ts'
import { useSelectColumn } from './useSelectColumn.tsx'
import { useVirtualRows } from './useVirtualRows.ts'

/** Number of rows before the end at which more rows are requested. */
const NEAR = 60
const NONE: readonly never[] = []

export type TableRows<Row extends RowData> = ReturnType<typeof useTableRows<Row>>

/** Sorted rows and visible columns, with the handlers for keys, clicks and scrolling. */
export function useTableRows<Row extends RowData>(
  props: DataTableProps<Row>,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const { columns, rows, rowKey, onOpen, rowLabel, selection, selectable, onDelete, onNearEnd } = props
  const [ownSort, setOwnSort] = useState<Sort>()
  const sort = props.onSort ? props.sort : ownSort
  const fitting = useFittingColumns(props, scroller)
  const sorted = useSortedRows(rows ?? NONE, columns, rowKey, sort)
  const select = useSelectColumn({
    ...{ selection, rows: sorted, rowKey, rowLabel: rowLabel ?? rowKey, selectable },
    onPick(row) {
      // The checkbox is not focusable: focus the grid, so that the keys continue from this row.
      keys.goToRow(row)
      scroller.current?.focus({ preventScroll: true })
    },
  })
  const shown = useMemo(() => (select.column ? [select.column, ...fitting] : fitting), [select.column, fitting])
  const chosenOr = (row: Row) => {
    const chosen = sorted.filter((one) => selection?.keys.has(rowKey(one)))
    return chosen.length > 0 ? chosen : [row]
  }
  const keys = useGridKeys<Row>({
    rows: sorted,
    rowKey,
    topmost: () => Math.ceil((scroller.current?.scrollTop ?? 0) / ROW_HEIGHT),
    onOpen,
    onToggle: selection ? select.toggle : undefined,
    onExtend: selection ? select.extend : undefined,
    onDelete: onDelete && ((row) => onDelete(chosenOr(row))),
    onAll: selection ? () => select.toggleAll() : undefined,
  })
  const presses = useRowPress(sorted, (row, { ctrlKey, metaKey, shiftKey }) => {
    if (!selection || !(ctrlKey || metaKey || shiftKey)) return keys.press(row)
    keys.goToRow(row)
    select.toggle(row, shiftKey)
  })
  const { active, went } = keys
  const virtual = useVirtualRows({ rows: sorted, rowKey, scroller, active, went, rowHeight: ROW_HEIGHT })
  const lastShown = virtual.items.reduce((last, item) => Math.max(last, item.index), -1)
  useNearEnd(sorted.length, lastShown, onNearEnd)
  useFocusAfterDeselect((selection?.keys.size ?? 0) > 0, scroller)
  return { columns: shown, sorted, sort, setSort: props.onSort ?? setOwnSort, keys, presses, virtual }
}

function useFittingColumns<Row extends RowData>(
  { columns }: Pick<DataTableProps<Row>, 'columns'>,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const width = useElementWidth(scroller)
  return useMemo(
    () => columns.filter((column) => width === 0 || !column.hideBelow || width >= column.hideBelow),
    [columns, width],
  )
}

/** Requests more rows while the last loaded row is visible or nearly visible. */
function useNearEnd(count: number, lastShown: number, onNearEnd: (() => void) | undefined): void {
  const nearEnd = count > 0 && lastShown >= count - NEAR
  const loadMore = useLatest(() => onNearEnd?.())
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again when more rows arrived and the end is still near
  useEffect(() => {
    if (nearEnd) loadMore()
  }, [nearEnd, count, loadMore])
}

/**
 * Moves the focus to the rows after the selection is cleared, because the focused button for selected rows disappears.
 */
function useFocusAfterDeselect(chosen: boolean, scroller: RefObject<HTMLDivElement | null>): void {
  const chose = useRef(false)
  useEffect(() => {
    if (chose.current && !chosen && document.activeElement === document.body) {
      scroller.current?.focus({ preventScroll: true })
    }
    chose.current = chosen
  }, [chosen, scroller])
}
