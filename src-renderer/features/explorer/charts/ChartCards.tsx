import { ChartArea } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { BalanceChart } from '../../../components/balanceChart/BalanceChart.tsx'
import type { BalancePoint } from '../../../components/balanceChart/balanceShape.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { plainAmount } from '../../../ui/format.ts'
import { Shows } from '../../../ui/Shows.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { balanceOverTime, sumOfRows } from './ownBalance.ts'

const SUPPLY = { points: 200 }
const HISTORY = { options: { limit: 1000 } }

export interface ChartCardProps {
  readonly coin: string
  readonly tip: number
}

export function SupplyCard({ coin, tip }: ChartCardProps) {
  const supply = useRpc('listsupply', SUPPLY)
  const points = useMemo(
    () => supply.data?.map(({ height, time, supply: balance }): BalancePoint => ({ height, time, balance })),
    [supply.data],
  )
  return (
    <ChartFrame
      title={t('explorer:panel.supply')}
      what="supply"
      points={points}
      error={supply.error}
      retry={() => void supply.refetch()}
      source={<CallSource calls={[shownCall('listsupply', SUPPLY)]} />}
      coin={coin}
      tip={tip}
    />
  )
}

/** Chart of the wallet's confirmed coins over the blocks, limited to its newest thousand transactions. */
export function OwnBalanceCard({ coin, tip }: ChartCardProps) {
  const history = useRpc('listwallethistory', HISTORY)
  const wallet = useRpc('getwalletsummary', {})
  const points = useMemo(() => {
    if (!history.data || !wallet.data) return undefined
    const { rows, next } = history.data
    const now = next === null ? sumOfRows(rows) : wallet.data.confirmed + wallet.data.immature
    return balanceOverTime(rows, now)
  }, [history.data, wallet.data])
  return (
    <ChartFrame
      title={t('explorer:panel.balance')}
      what="wallet"
      points={points}
      now={wallet.data?.total}
      error={history.error ?? wallet.error}
      retry={() => void Promise.all([history.refetch(), wallet.refetch()])}
      source={<CallSource calls={[shownCall('listwallethistory', HISTORY)]} />}
      coin={coin}
      tip={tip}
    />
  )
}

interface ChartFrameProps extends ChartCardProps {
  readonly title: string
  readonly what: 'supply' | 'wallet'
  readonly points: readonly BalancePoint[] | undefined
  /** present amount, which may be ahead of the last block; default: the last point */
  readonly now?: bigint | undefined
  readonly error: Error | null
  retry(): void
  readonly source: ReactNode
}

function ChartFrame({ title, what, points, now, error, retry, source, coin, tip }: ChartFrameProps) {
  const last = points?.at(-1)
  return (
    <Card
      title={title}
      actions={
        last ? (
          <span className="pr-2 text-12 text-muted">
            <Shows figure={what === 'supply' ? 'supply' : 'balance'}>{plainAmount(now ?? last.balance)}</Shows> {coin}
          </span>
        ) : null
      }
      source={source}
      className="h-60"
      bodyClassName="flex min-h-0 flex-col"
    >
      {points === undefined ? (
        error ? (
          <RpcErrorState error={error} compact onRetry={retry} />
        ) : (
          <Skeleton className="h-full" />
        )
      ) : last === undefined ? (
        <EmptyState icon={<ChartArea />} title={t('explorer:chart.none')} className="py-4">
          {t('explorer:chart.noneHint')}
        </EmptyState>
      ) : (
        <BalanceChart points={points} tip={tip} coin={coin} what={what} className="flex-1" />
      )}
    </Card>
  )
}
