import type { TransactionKind } from '#shared/rpc/methods/explorer.ts'
import { transactionKindLabel, transactionKinds } from './kinds.ts'

/** Kind of a transaction as icon, word and colour. */
export function KindBadge({ kind }: { readonly kind: TransactionKind }) {
  const { icon: Icon, tone } = transactionKinds[kind]
  return (
    <span
      className="inline-flex h-5 shrink-0 items-center gap-1 whitespace-nowrap rounded-sm px-1.5 align-middle font-medium text-12"
      style={{ background: `var(--kind-${tone}-soft)`, color: `var(--kind-${tone}-text)` }}
    >
      <Icon aria-hidden className="size-3" />
      {transactionKindLabel(kind)}
    </span>
  )
}
