import { CircleCheck, Clock3, Unlink } from 'lucide-react'
import { t } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/Badge.tsx'
import type { KnownTransaction } from './knownTransaction.ts'

export function TransactionState({ transaction }: { readonly transaction: KnownTransaction }) {
  switch (transaction.state) {
    case 'confirmed':
      return (
        <Badge tone="ok" icon={<CircleCheck aria-hidden className="size-3" />}>
          {t('parts:tx.confirmations', { count: transaction.confirmations })}
        </Badge>
      )
    case 'mempool':
      return (
        <Badge tone="warn" icon={<Clock3 aria-hidden className="size-3" />}>
          {t('explorer:tx.unconfirmed')}
        </Badge>
      )
    case 'unconfirmed':
      return (
        <Badge tone="bad" icon={<Unlink aria-hidden className="size-3" />}>
          {t('parts:tx.unknown')}
        </Badge>
      )
  }
}
