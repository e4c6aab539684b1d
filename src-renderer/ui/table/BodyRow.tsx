import { memo } from 'react'
import { cn } from '../cn.ts'
import type { Column } from './columns.ts'
import { ROW_HEIGHT } from './rowHeight.ts'

export interface BodyRowProps<Row> {
  readonly id: string
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly template: string
  readonly index: number
  readonly top: number
  readonly label: string | undefined
  readonly active: boolean
  readonly open: boolean
  /** Undefined if rows of this table cannot be selected, in which case the open row counts as selected. */
  readonly selected: boolean | undefined
  readonly pressable: boolean
}

/** Memoised, so that scrolling renders only changed rows. */
export const BodyRow = memo(Cells) as typeof Cells

function Cells<Row>(props: BodyRowProps<Row>) {
  const { id, row, columns, template, index, top, label, active, open, selected, pressable } = props
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected ?? open}
      aria-current={(selected !== undefined && open) || undefined}
      aria-label={label}
      className={cn(
        'absolute inset-x-0 top-0 grid contain-strict items-center gap-x-5 border-b px-4 text-13',
        pressable && 'hover:bg-hover',
        (open || selected) && 'bg-accent-soft hover:bg-accent-soft',
        active && 'group-focus-visible/grid:shadow-[inset_2px_0_var(--focus)] group-focus-visible/grid:bg-hover',
      )}
      style={{ transform: `translateY(${top}px)`, height: ROW_HEIGHT, gridTemplateColumns: template }}
    >
      {columns.map((column, place) => (
        <div
          key={column.id}
          role="gridcell"
          aria-colindex={place + 1}
          className={cn('min-w-0 truncate', column.align === 'right' && 'text-right')}
        >
          {column.cell(row)}
        </div>
      ))}
    </div>
  )
}
