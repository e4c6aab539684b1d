import { ArrowUp } from 'lucide-react'
import { t } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/Button.tsx'

export interface ListFootProps {
  readonly shown: number | undefined
  /** undefined until all rows are loaded */
  readonly total: number | undefined
  readonly complete: boolean
  readonly behind: boolean
  onRenew(): void
}

/** Shows the number of loaded rows, and whether there are more. */
export function ListFoot({ shown, total, complete, behind, onRenew }: ListFootProps) {
  // An empty list has its own text.
  if (shown === 0 && !behind) return null
  return (
    <p className="flex min-h-8 shrink-0 items-center gap-3 border-t px-4 py-1 text-12 text-muted">
      <span role="status">
        {shown === undefined
          ? t('ui:loading')
          : complete
            ? t('market:foot.all', { count: shown })
            : total === undefined
              ? t('market:foot.soFar', { count: shown })
              : t('market:foot.of', { count: shown, total })}
      </span>
      {behind ? (
        <Button size="sm" className="ml-auto" icon={<ArrowUp aria-hidden className="size-3.5" />} onClick={onRenew}>
          {t('market:foot.renew')}
        </Button>
      ) : null}
    </p>
  )
}
