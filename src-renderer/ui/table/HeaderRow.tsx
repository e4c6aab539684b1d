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

/** The sticky first row. Headers of sortable columns are buttons, so that Enter and Space work. */
export function HeaderRow<Row>({ columns, template, sort, sortable, onSort }: HeaderRowProps<Row>) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-10 grid h-9 items-center gap-x-5 border-b bg-surface px-4 text-12"
      style={{ gridTemplateColumns: template }}
    >
      {columns.map((column, place) => {
        const order = sort?.id === column.id ? (sort.descending ? 'descending' : 'ascending') : undefined
        const right = column.align === 'right'
        return (
          <div
            key={column.id}
            role="columnheader"
            aria-colindex={place + 1}
            aria-sort={order}
            title={column.hint}
            className={cn('flex min-w-0 text-muted', right && 'justify-end')}
          >
            {column.headerCell ??
              (sortable && (column.sortBy || column.sortedByGiver) ? (
                <SortButton header={column.header} order={order} right={right} onPress={() => onSort(column)} />
              ) : (
                <span className="truncate font-medium">{column.header}</span>
              ))}
          </div>
        )
      })}
    </div>
  )
}

interface SortButtonProps {
  readonly header: string
  readonly order: 'ascending' | 'descending' | undefined
  readonly right: boolean
  onPress(): void
}

function SortButton({ header, order, right, onPress }: SortButtonProps) {
  const Arrow = order === 'descending' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={onPress}
      className={cn(
        '-mx-1 inline-flex min-w-0 items-center gap-1 rounded-sm px-1 font-medium hover:text-text',
        order && 'text-text',
        right && 'flex-row-reverse',
      )}
    >
      <span className="truncate">{header}</span>
      {order ? <Arrow aria-hidden className="size-3 shrink-0" /> : null}
    </button>
  )
}
