import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import type { Column, Sort } from './columns.ts'
import type { Selection } from './useSelectColumn.tsx'

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
  /** rows can be chosen: a box in front of each, Space, Ctrl/Cmd-A, Shift with the arrow keys, Shift or Ctrl/Cmd with a click */
  readonly selection?: Selection | undefined
  /** rows that cannot be chosen stay in the list, their boxes greyed; a steady function */
  readonly selectable?: ((row: Row) => boolean) | undefined
  /** Delete: on the chosen rows, or else on the active one */
  readonly onDelete?: ((rows: readonly Row[]) => void) | undefined
  /** controlled sort, for deep links; left out, the table keeps its own */
  readonly sort?: Sort | undefined
  readonly onSort?: ((sort: Sort | undefined) => void) | undefined
  /** number of all rows, if `rows` are only those loaded so far; undefined if unknown */
  readonly total?: number | undefined
  /** the last loaded row is nearly in sight: load more */
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
