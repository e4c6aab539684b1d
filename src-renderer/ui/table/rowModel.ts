import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { type Column, compareSortValues, type Sort, type SortValue } from './columns.ts'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

/**
 * Returns the rows in sorted order, using one comparison for all tables. Rows already in order are not sorted again,
 * because lists grow by pages.
 */
export function useSortedRows<Row extends RowData>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  rowKey: (row: Row) => string,
  sort: Sort | undefined,
): readonly Row[] {
  const sorts = sort !== undefined && columns.some((column) => column.id === sort.id && column.sortBy !== undefined)
  const definitions = useMemo(() => columns.map((column) => definition(column, sort)), [columns, sort])
  const sorting = useMemo(() => (sorts ? [{ id: sort.id, desc: sort.descending }] : []), [sort, sorts])
  const table = useTable({
    features,
    columns: definitions,
    data: sorts ? rows : NONE,
    getRowId: rowKey,
    state: { sorting },
  })
  const sorted = table.getRowModel().rows
  return useMemo(() => (sorts ? sorted.map((row) => row.original) : rows), [sorts, sorted, rows])
}

const NONE: readonly never[] = []

type Features = typeof features

function definition<Row extends RowData>(column: Column<Row>, sort: Sort | undefined): ColumnDef<Features, Row> {
  const sortBy = column.sortBy
  // The library reverses the result for a descending sort; the sign keeps missing values last.
  const turn = sort?.id === column.id && sort.descending ? -1 : 1
  const sortFn: SortFn<Features, Row> = (a, b, id) => {
    const left = a.getValue<SortValue>(id)
    const right = b.getValue<SortValue>(id)
    const order = compareSortValues(left, right)
    return left === null || right === null ? order * turn : order
  }
  return sortBy
    ? { id: column.id, accessorFn: sortBy, sortFn, enableSorting: true }
    : { id: column.id, accessorFn: () => null, enableSorting: false }
}
