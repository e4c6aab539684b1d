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

/** Rows before the last at which more are asked for. */
const NEAR = 60
const NONE: readonly never[] = []

export type TableRows<Row extends RowData> = ReturnType<typeof useTableRows<Row>>

/** Rows in their order, the columns that fit, and what keys, presses and scrolling do to them. */
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
      // The box is not focusable: the keys continue in the rows, from this one.
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

/** Asks for more rows while the last of those loaded is in sight or nearly so. */
function useNearEnd(count: number, lastShown: number, onNearEnd: (() => void) | undefined): void {
  const nearEnd = count > 0 && lastShown >= count - NEAR
  const loadMore = useLatest(() => onNearEnd?.())
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again when more rows arrived and the end is still near
  useEffect(() => {
    if (nearEnd) loadMore()
  }, [nearEnd, count, loadMore])
}

/** The buttons that act on chosen rows disappear with the choice: the focus moves from them to the rows. */
function useFocusAfterDeselect(chosen: boolean, scroller: RefObject<HTMLDivElement | null>): void {
  const chose = useRef(false)
  useEffect(() => {
    if (chose.current && !chosen && document.activeElement === document.body) {
      scroller.current?.focus({ preventScroll: true })
    }
    chose.current = chosen
  }, [chosen, scroller])
}
