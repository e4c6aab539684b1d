import { Link } from '@tanstack/react-router'
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { BalanceFigure } from '../../components/BalanceFigure.tsx'
import { balanceBreakdown } from '../../components/balanceBreakdown.ts'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TokenChips } from './TokenChips.tsx'

export interface BalanceCardProps {
  readonly coin: string
  /** True if another card has the main action of the page. */
  readonly quiet: boolean
}

/**
 * Shows the total balance, its breakdown, and the tokens. Pending change is included, so that the total does not dip
 * after a payment.
 */
export function BalanceCard({ coin, quiet }: BalanceCardProps) {
  const wallet = useRpc('getwalletsummary', {})
  const { data } = wallet
  return (
    <Card
      title={t('home:balance.title')}
      className="shrink-0"
      source={<CallSource calls={[shownCall('getwalletsummary', {})]} />}
    >
      {wallet.error && !data ? (
        <RpcErrorState error={wallet.error} compact onRetry={() => void wallet.refetch()} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <div className="min-w-64 flex-1">
            <BalanceFigure total={data?.total} coin={coin}>
              <Skeleton className="mt-1 h-7 w-52" />
            </BalanceFigure>
            <p className="min-h-4 text-12 text-muted first-letter:uppercase">{data ? balanceBreakdown(data) : null}</p>
          </div>
          <div className="flex shrink-0 gap-2">
            <Button asChild size="lg">
              <Link to="/wallet" search={{ tab: 'receive' }}>
                <ArrowDownLeft aria-hidden className="size-4" /> {t('home:balance.receive')}
              </Link>
            </Button>
            <Button asChild size="lg" variant={quiet ? 'secondary' : 'primary'}>
              <Link to="/wallet" search={{ tab: 'send' }}>
                <ArrowUpRight aria-hidden className="size-4" /> {t('home:balance.send')}
              </Link>
            </Button>
          </div>
        </div>
      )}
      <TokenChips />
    </Card>
  )
}
