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

/** Sticky header row. Headers of sortable columns are buttons, so that Enter and Space work. */
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
            className={cn('flex min-w-0 text-muted', right && 'justify-end text-right')}
          >
            {column.headerCell ??
              (sortable && (column.sortBy || column.sortedByCaller) ? (
                <SortButton header={column.header} order={order} right={right} onPress={() => onSort(column)} />
              ) : (
                <HeadText header={column.header} />
              ))}
          </div>
        )
      })}
    </div>
  )
}

/** Wraps a long header into two lines; the column is wide enough for that (`headWidth.ts`). */
function HeadText({ header }: { readonly header: string }) {
  return (
    <span className="block overflow-hidden text-ellipsis font-medium leading-3.5" title={header}>
      {header}
    </span>
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
        'relative -mx-1 min-w-0 rounded-sm px-1 hover:text-text',
        order && 'text-text',
        right ? 'text-right' : 'text-left',
      )}
    >
      <HeadText header={header} />
      {/* Placed between the columns, so that no text shifts. */}
      {order ? (
        <Arrow
          aria-hidden
          className={cn('-translate-y-1/2 absolute top-1/2 size-3', right ? 'right-full' : 'left-full')}
        />
      ) : null}
    </button>
  )
}
