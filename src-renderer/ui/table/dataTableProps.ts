import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import type { Column, Sort } from './columns.ts'
import type { Selection } from './useSelectColumn.tsx'

export interface DataTableProps<Row extends RowData> {
  /** Accessible name of the table. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Undefined until the first rows have loaded. */
  readonly rows: readonly Row[] | undefined
  rowKey(row: Row): string
  /** Called for Enter or a click on a row. */
  readonly onOpen?: ((row: Row) => void) | undefined
  /** Key of the row whose details are open. */
  readonly openKey?: string | undefined
  /** Returns the name of a row, announced when the row becomes active. */
  rowLabel?(row: Row): string
  /**
   * Makes rows selectable: by checkbox, Space, Ctrl/Cmd-A, Shift with arrow keys, and Shift or Ctrl/Cmd with a click.
   */
  readonly selection?: Selection | undefined
  /** Returns false for rows that cannot be selected; their checkboxes are disabled. Must be a stable function. */
  readonly selectable?: ((row: Row) => boolean) | undefined
  /** Called for the Delete key, with the selected rows or else the active row. */
  readonly onDelete?: ((rows: readonly Row[]) => void) | undefined
  /** Controlled sort, for deep links; if not set, the table keeps its own. */
  readonly sort?: Sort | undefined
  readonly onSort?: ((sort: Sort | undefined) => void) | undefined
  /** Number of all rows if `rows` contains only those loaded so far; undefined if unknown. */
  readonly total?: number | undefined
  /** Called to load more rows when the last loaded row is nearly visible. */
  readonly onNearEnd?: (() => void) | undefined
  /** Shown if there are no rows. */
  readonly empty: ReactNode
  /** Shown if the rows could not be loaded. */
  readonly error?: ReactNode
  /** Maximum height in rows before the table scrolls; if not set, the table fills its container. */
  readonly maxRows?: number | undefined
  readonly skeletonRows?: number | undefined
  readonly className?: string | undefined
}
