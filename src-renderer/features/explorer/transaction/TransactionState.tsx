import { CircleCheck, Clock3, Unlink } from 'lucide-react'
import { Badge } from '../../../ui/Badge.tsx'
import { plural } from '../../../ui/format.ts'
import type { KnownTransaction } from './knownTransaction.ts'

/** Where a transaction stands. */
export function TransactionState({ transaction }: { readonly transaction: KnownTransaction }) {
  switch (transaction.state) {
    case 'confirmed':
      return (
        <Badge tone="ok" icon={<CircleCheck aria-hidden className="size-3" />}>
          {plural(transaction.confirmations, 'confirmation')}
        </Badge>
      )
    case 'mempool':
      return (
        <Badge tone="warn" icon={<Clock3 aria-hidden className="size-3" />}>
          Unconfirmed, in the mempool
        </Badge>
      )
    case 'unconfirmed':
      return (
        <Badge tone="bad" icon={<Unlink aria-hidden className="size-3" />}>
          Not in the chain or mempool
        </Badge>
      )
  }
}
