import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../i18n/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

export interface NoRowsProps {
  readonly icon: ReactNode
  readonly title: string
  readonly children?: ReactNode
  readonly filtered: boolean
  onClear(): void
}

/** Shown for an empty list: either there are no rows, or none match the filter. */
export function NoRows({ icon, title, children, filtered, onClear }: NoRowsProps) {
  return filtered ? (
    <EmptyState
      icon={<ListFilter />}
      title={t('parts:list.nothing')}
      className="py-6"
      action={<Button onClick={onClear}>{t('parts:list.everything')}</Button>}
    />
  ) : (
    <EmptyState icon={icon} title={title} className="py-6">
      {children}
    </EmptyState>
  )
}
