import { ArrowDown, ArrowUp } from 'lucide-react'
import { cn } from '../cn.ts'
import type { Column, Sort } from './columns.ts'

export interface HeaderRowProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly template: string
  readonly sort: Sort | undefined
  readonly sortable: boolean
  onSort(column: Column<Row>): void
}

/** The sticky first row. A column that sorts is a button, so that Enter and Space work as everywhere. */
export function HeaderRow<Row>({ columns, template, sort, sortable, onSort }: HeaderRowProps<Row>) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-10 grid h-9 items-center gap-x-5 border-b bg-surface px-4 text-12"
      style={{ gridTemplateColumns: template }}
    >
      {columns.map((column, place) => {
        const sorted = sort?.id === column.id
        const Arrow = sort?.descending ? ArrowDown : ArrowUp
        return (
          <div
            key={column.id}
            role="columnheader"
            aria-colindex={place + 1}
            aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
            title={column.hint}
            className={cn('flex min-w-0 text-muted', column.align === 'right' && 'justify-end')}
          >
            {column.headerCell ? (
              column.headerCell
            ) : (column.sortBy || column.sortedByGiver) && sortable ? (
              <button
                type="button"
                onClick={() => onSort(column)}
                className={cn(
                  '-mx-1 inline-flex min-w-0 items-center gap-1 rounded-sm px-1 font-medium hover:text-text',
                  sorted && 'text-text',
                  column.align === 'right' && 'flex-row-reverse',
                )}
              >
                <span className="truncate">{column.header}</span>
                {sorted ? <Arrow aria-hidden className="size-3 shrink-0" /> : null}
              </button>
            ) : (
              <span className="truncate font-medium">{column.header}</span>
            )}
          </div>
        )
      })}
    </div>
  )
}
