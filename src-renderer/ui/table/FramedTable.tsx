import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import { DataTable } from './DataTable.tsx'
import type { DataTableProps } from './dataTableProps.ts'

export interface FramedTableProps<Row extends RowData> extends DataTableProps<Row> {
  /** Shown above the table, within its frame. */
  readonly head?: ReactNode
  /** Shown below the table. */
  readonly foot?: ReactNode
  readonly frameClass?: string
}

/** Table with a border of its own, for instance in a drawer. */
export function FramedTable<Row extends RowData>({ head, foot, frameClass, ...table }: FramedTableProps<Row>) {
  return (
    <div className={cn('overflow-hidden rounded-md border', frameClass)}>
      {head}
      {/* A line below the last row would double the edge. */}
      <DataTable {...table} className={cn('-mb-px', table.className)} />
      {foot}
    </div>
  )
}
