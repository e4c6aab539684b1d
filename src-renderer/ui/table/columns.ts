import type { ReactNode } from 'react'

/** What a column sorts by. Missing values sort last in either direction. */
export type SortValue = string | number | bigint | null

export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** shown in place of the header's text: a control */
  readonly headerCell?: ReactNode
  /** explains the column on hover and to screen readers */
  readonly hint?: string | undefined
  cell(row: Row): ReactNode
  /** left out: the column cannot be sorted */
  readonly sortBy?: ((row: Row) => SortValue) | undefined
  /** the owner of the rows sorts them by this column: the table keeps their order */
  readonly sortedByGiver?: boolean | undefined
  /** direction of the first click; numbers usually sort descending */
  readonly firstSort?: 'ascending' | 'descending' | undefined
  readonly align?: 'left' | 'right' | undefined
  /** a CSS grid track: "160px", "minmax(120px, 1fr)" */
  readonly width: string
  /** the column is hidden where the table is narrower than this, in px */
  readonly hideBelow?: number | undefined
}

export interface Sort {
  readonly id: string
  readonly descending: boolean
}

/** Ascending order; texts by the reader's language with numbers inside them as numbers. */
export function compareSortValues(a: SortValue, b: SortValue): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
  return a < b ? -1 : a > b ? 1 : 0
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** The sort after pressing a header: first direction, the other, then back to the given order. */
export function nextSort<Row>(column: Column<Row>, sort: Sort | undefined): Sort | undefined {
  const first = column.firstSort === 'descending'
  if (sort?.id !== column.id) return { id: column.id, descending: first }
  return sort.descending === first ? { id: column.id, descending: !first } : undefined
}
