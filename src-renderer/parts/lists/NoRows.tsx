import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

export interface NoRowsProps {
  readonly icon: ReactNode
  readonly title: string
  readonly children?: ReactNode
  readonly filtered: boolean
  onClear(): void
}

/** An empty list: there are no rows, or none match the filter. */
export function NoRows({ icon, title, children, filtered, onClear }: NoRowsProps) {
  return filtered ? (
    <EmptyState
      icon={<ListFilter />}
      title="Nothing matches this filter"
      className="py-6"
      action={<Button onClick={onClear}>Show everything</Button>}
    />
  ) : (
    <EmptyState icon={icon} title={title} className="py-6">
      {children}
    </EmptyState>
  )
}
