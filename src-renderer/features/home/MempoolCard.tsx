import { Layers } from 'lucide-react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Age } from '../../ui/Age.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatBytes, plainAmount } from '../../ui/format.ts'
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
      title={t('home:mempool.title')}
      className={className}
      source={<CallSource calls={[shownCall('getmempoolsummary', { count: SHOWN })]} />}
      flush
    >
      {mempool.error && !data ? (
        <RpcErrorState error={mempool.error} compact className="mx-4 mb-4" onRetry={() => void mempool.refetch()} />
      ) : !data ? (
        <SkeletonLines lines={5} className="px-4" />
      ) : data.size === 0 ? (
        <EmptyState icon={<Layers />} title={t('home:mempool.empty')} className="py-5">
          {t('home:mempool.emptyHint')}
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
                  <span className="sr-only">{t('home:mempool.open', { txid: transaction.txid })}</span>
                  <span aria-hidden className="truncate font-mono text-12">
                    {middleTruncated(transaction.txid, 6, 6)}
                  </span>
                  <span className="ml-auto text-12 text-muted">{formatBytes(transaction.size)}</span>
                  <Age time={transaction.time} className="w-20 truncate text-right text-12 text-faint" />
                </button>
              </li>
            ))}
          </ul>
          <p className="mx-4 mt-1 border-t py-2 text-12 text-muted">{sumOf(data, coin)}</p>
        </>
      )}
    </Card>
  )
}

/** Size and fees of the whole mempool, and how many transactions are not listed. */
function sumOf({ size, bytes, fees, transactions }: MethodResult<'getmempoolsummary'>, coin: string): string {
  const sum = t('home:mempool.sum', { size: formatBytes(bytes), fees: plainAmount(fees), coin })
  const more = size - transactions.length
  return more > 0 ? t('home:mempool.more', { more, sum }) : sum
}
