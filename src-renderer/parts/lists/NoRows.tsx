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

/** A list without rows: because there are none, or because the filter leaves none. */
export function NoRows({ icon, title, children, filtered, onClear }: NoRowsProps) {
  return filtered ? (
    <EmptyState
      icon={<ListFilter />}
      title="Nothing fits this filter"
      className="py-6"
      action={<Button onClick={onClear}>Show everything</Button>}
    />
  ) : (
    <EmptyState icon={icon} title={title} className="py-6">
      {children}
    </EmptyState>
  )
}
