import type { ReactNode } from 'react'

/** Sort key of a column. Missing values sort last in both directions. */
export type SortValue = string | number | bigint | null

export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** Replaces the header's text by a control. */
  readonly headerCell?: ReactNode
  /** Explains the column on hover and to screen readers. */
  readonly hint?: string | undefined
  cell(row: Row): ReactNode
  /** Not set if the column cannot be sorted. */
  readonly sortBy?: ((row: Row) => SortValue) | undefined
  /** Set if the caller sorts the rows by this column, so that the table keeps their order. */
  readonly sortedByCaller?: boolean | undefined
  /** Direction of the first click; numbers usually sort descending. */
  readonly firstSort?: 'ascending' | 'descending' | undefined
  readonly align?: 'left' | 'right' | undefined
  /** CSS grid track, such as "160px" or "minmax(120px, 1fr)". */
  readonly width: string
  /** Table width in px below which the column is hidden. */
  readonly hideBelow?: number | undefined
}

export interface Sort {
  readonly id: string
  readonly descending: boolean
}

/** Compares in ascending order. Texts are compared in the language's order, with embedded numbers by value. */
export function compareSortValues(a: SortValue, b: SortValue): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
  return a < b ? -1 : a > b ? 1 : 0
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Returns the sort after a click on a header: first direction, opposite direction, then unsorted. */
export function nextSort<Row>(column: Column<Row>, sort: Sort | undefined): Sort | undefined {
  const first = column.firstSort === 'descending'
  if (sort?.id !== column.id) return { id: column.id, descending: first }
  return sort.descending === first ? { id: column.id, descending: !first } : undefined
}
