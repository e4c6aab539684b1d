import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import { DataTable } from './DataTable.tsx'
import type { DataTableProps } from './dataTableProps.ts'

export interface FramedTableProps<Row extends RowData> extends DataTableProps<Row> {
  /** above the table, within its frame */
  readonly head?: ReactNode
  /** below it */
  readonly foot?: ReactNode
  readonly frameClass?: string
}

/** A table with its own border, for places such as a drawer. */
export function FramedTable<Row extends RowData>({ head, foot, frameClass, ...table }: FramedTableProps<Row>) {
  return (
    <div className={cn('overflow-hidden rounded-md border', frameClass)}>
      {head}
      {/* The line below the last row would double the edge. */}
      <DataTable {...table} className={cn('-mb-px', table.className)} />
      {foot}
    </div>
  )
}
