import { Layers } from 'lucide-react'
import { useRpc } from '../../node/queries.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { RpcErrorState } from '../../parts/RpcErrorState.tsx'
import { Age } from '../../ui/Age.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatBytes, groupDigits, plainAmount } from '../../ui/format.ts'
import { middleTruncated } from '../../ui/Hash.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'

const SHOWN = 4

export interface MempoolCardProps {
  readonly coin: string
  readonly className?: string
  onOpen(txid: string): void
}

/** The newest transactions that wait for a block. */
export function MempoolCard({ coin, className, onOpen }: MempoolCardProps) {
  const mempool = useRpc('getmempoolsummary', { count: SHOWN })
  const { data } = mempool
  return (
    <Card
      title="Mempool"
      className={className}
      source={<CallSource calls={[shownCall('getmempoolsummary', { count: SHOWN })]} />}
      flush
    >
      {mempool.error && !data ? (
        <RpcErrorState error={mempool.error} compact className="mx-4 mb-4" onRetry={() => void mempool.refetch()} />
      ) : !data ? (
        <SkeletonLines lines={5} className="px-4" />
      ) : data.size === 0 ? (
        <EmptyState icon={<Layers />} title="Mempool is empty" className="py-5">
          No transactions are waiting.
        </EmptyState>
      ) : (
        <>
          <ul>
            {data.transactions.map((transaction) => (
              <li key={transaction.txid}>
                <button
                  type="button"
                  onClick={() => onOpen(transaction.txid)}
                  className="flex h-8 w-full items-center justify-between gap-3 px-4 hover:bg-hover focus-visible:-outline-offset-2"
                >
                  <span className="sr-only">Open transaction {transaction.txid}</span>
                  <span aria-hidden className="truncate font-mono text-12">
                    {middleTruncated(transaction.txid, 6, 6)}
                  </span>
                  <span className="ml-auto text-12 text-muted">{formatBytes(transaction.size)}</span>
                  <Age time={transaction.time} className="w-20 truncate text-right text-12 text-faint" />
                </button>
              </li>
            ))}
          </ul>
          <p className="mx-4 mt-1 border-t py-2 text-12 text-muted">
            {data.size > data.transactions.length
              ? `and ${groupDigits(data.size - data.transactions.length)} more · `
              : ''}
            {formatBytes(data.bytes)}, {plainAmount(data.fees)} {coin} in fees
          </p>
        </>
      )}
    </Card>
  )
}
