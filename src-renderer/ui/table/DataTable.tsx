import type { RowData } from '@tanstack/react-table'
import { useId, useRef } from 'react'
import { t } from '../../i18n/texts.ts'
import { cn } from '../cn.ts'
import { Skeleton } from '../Skeleton.tsx'
import { BodyRow } from './BodyRow.tsx'
import { type Column, nextSort } from './columns.ts'
import type { DataTableProps } from './dataTableProps.ts'
import { HeaderRow } from './HeaderRow.tsx'
import { columnTrackFor } from './headWidth.ts'
import { ROW_HEIGHT } from './rowHeight.ts'
import { type TableRows, useTableRows } from './useTableRows.ts'

/**
 * Table of rows of one type. Only visible rows are in the DOM, and the header is sticky. Headers sort by click and
 * keyboard; arrow keys move through the rows and Enter opens one. Loading, empty and error states have the final size.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, rows, selection, empty, error, maxRows, skeletonRows = 6 } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const table = useTableRows(props, scroller)
  const { columns, sorted, keys } = table
  const template = columns.map(columnTrackFor).join(' ')
  const body = rows === undefined ? (error ?? null) : sorted.length === 0 ? (error ?? empty) : null
  // The text of an empty list is centered in the space of the rows.
  const middle = body !== null && body === empty

  return (
    <div className={cn('relative flex min-h-0 flex-col', props.className)}>
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={Math.max(props.total ?? 0, sorted.length) + 1}
        aria-colcount={columns.length}
        aria-multiselectable={selection ? true : undefined}
        aria-busy={rows === undefined && !error}
        tabIndex={0}
        aria-activedescendant={keys.active >= 0 ? `${id}-row-${keys.active}` : undefined}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
        className={cn(
          'group/grid peer min-h-0 flex-1 overflow-auto rounded-b-lg outline-none',
          middle && 'flex flex-col',
        )}
        style={maxRows ? { maxHeight: (maxRows + 1) * ROW_HEIGHT } : undefined}
      >
        {/* As wide as the columns need; if that is too wide, header and rows scroll together. */}
        <div className={cn('min-w-min', middle && 'flex shrink-0 grow flex-col')}>
          <HeaderRow
            columns={columns}
            template={template}
            sort={table.sort}
            onSort={(column) => table.setSort(nextSort(column, table.sort))}
            sortable={sorted.length > 0}
          />
          {body ? (
            <div role="row" className={cn(middle && 'flex grow flex-col justify-center')}>
              <div role="gridcell" aria-colspan={columns.length}>
                {body}
              </div>
            </div>
          ) : rows === undefined ? (
            <SkeletonRows count={skeletonRows} columns={columns} template={template} />
          ) : (
            <BodyRows {...props} table={table} template={template} idPrefix={`${id}-row-`} />
          )}
        </div>
      </div>
      {/* Above the rows, which would cover an outline of the grid. */}
      <span
        aria-hidden
        className="pointer-events-none absolute inset-0 z-20 hidden rounded-b-lg border-2 border-focus peer-focus-visible:block"
      />
    </div>
  )
}

type BodyRowsProps<Row extends RowData> = Pick<
  DataTableProps<Row>,
  'rowKey' | 'rowLabel' | 'openKey' | 'selection' | 'onOpen'
> & {
  readonly table: TableRows<Row>
  readonly template: string
  readonly idPrefix: string
}

function BodyRows<Row extends RowData>(props: BodyRowsProps<Row>) {
  const { table, template, idPrefix, rowKey, rowLabel, openKey, selection, onOpen } = props
  const { sorted, columns, virtual, presses, keys } = table
  return (
    <div role="rowgroup" {...presses} className="relative" style={{ height: virtual.height }}>
      {virtual.items.map((item) => {
        const row = sorted[item.index]
        if (!row) return null
        const key = rowKey(row)
        return (
          <BodyRow
            key={key}
            id={`${idPrefix}${item.index}`}
            row={row}
            columns={columns}
            template={template}
            index={item.index}
            top={item.start}
            label={rowLabel?.(row)}
            active={item.index === keys.active}
            open={openKey !== undefined && key === openKey}
            selected={selection?.keys.has(key)}
            pressable={onOpen !== undefined}
          />
        )
      })}
    </div>
  )
}

interface SkeletonRowsProps<Row> {
  readonly count: number
  readonly columns: readonly Column<Row>[]
  readonly template: string
}

/** Skeletons of the cells, aligned like their columns. */
function SkeletonRows<Row>(props: SkeletonRowsProps<Row>) {
  const widths = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3']
  return (
    <div role="rowgroup" aria-label={t('ui:loading')}>
      {Array.from({ length: props.count }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
          key={row}
          role="row"
          className="grid items-center gap-x-5 border-b px-4"
          style={{ height: ROW_HEIGHT, gridTemplateColumns: props.template }}
        >
          {props.columns.map(({ id, align, headerCell }, column) => (
            <div key={id} role="gridcell">
              <Skeleton
                className={cn(
                  headerCell ? 'size-4' : ['h-3.5', widths[(row + column) % widths.length]],
                  align === 'right' && 'ml-auto',
                )}
              />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
