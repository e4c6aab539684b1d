import { Link } from '@tanstack/react-router'
import { Receipt } from 'lucide-react'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { byDays } from '../../components/walletHistory/days.ts'
import { areFirstCoins } from '../../components/walletHistory/happened.ts'
import { HistoryKindMark, State, type WalletHistoryRow } from '../../components/walletHistory/kinds.tsx'
import { useOtherParty } from '../../components/walletHistory/useOtherParty.ts'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Age } from '../../ui/Age.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { useNow } from '../../ui/clock.ts'
import { cn } from '../../ui/cn.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'

const SHOWN = 30

export interface RecentCardProps {
  readonly coin: string
  readonly openId: string | undefined
  readonly className?: string
  onOpen(txid: string): void
}

/** The newest of the wallet's history, one row for each transaction, by days. */
export function RecentCard({ coin, openId, className, onOpen }: RecentCardProps) {
  const options = { limit: SHOWN }
  const recent = useRpc('listwallethistory', { options })
  const rows = recent.data?.rows
  return (
    <Card
      title={t('home:recent.title')}
      flush
      className={className}
      actions={
        <Button asChild size="sm" variant="ghost">
          <Link to="/wallet">{t('home:showAll')}</Link>
        </Button>
      }
      source={<CallSource calls={[shownCall('listwallethistory', { options })]} />}
    >
      {rows && rows.length > 0 ? (
        <Days rows={rows} coin={coin} openId={openId} onOpen={onOpen} />
      ) : rows ? (
        <EmptyState icon={<Receipt />} title={t('home:recent.empty')} call="listwallethistory">
          {t('home:recent.emptyHint')}
        </EmptyState>
      ) : recent.error ? (
        <RpcErrorState error={recent.error} onRetry={() => void recent.refetch()} />
      ) : (
        <div className="p-4">
          <SkeletonLines lines={9} />
        </div>
      )}
    </Card>
  )
}

interface DaysProps extends Pick<RecentCardProps, 'coin' | 'openId' | 'onOpen'> {
  readonly rows: readonly WalletHistoryRow[]
}

function Days({ rows, coin, openId, onOpen }: DaysProps) {
  const now = useNow()
  return (
    <ScrollRegion label={t('home:recent.list', { coin })} className="max-h-90">
      {byDays(rows, now).map(({ label, rows: ofDay }) => (
        <section key={label} aria-label={label}>
          <h3 className="sticky top-0 z-10 border-b bg-surface px-4 py-1.5 font-medium text-12 text-muted">{label}</h3>
          <ul>
            {ofDay.map((row) => (
              <Item key={row.txid} row={row} open={row.txid === openId} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      ))}
    </ScrollRegion>
  )
}

interface ItemProps extends Pick<RecentCardProps, 'onOpen'> {
  readonly row: WalletHistoryRow
  readonly open: boolean
}

function Item({ row, open, onOpen }: ItemProps) {
  const who = useOtherParty(row)
  const typed = areFirstCoins(row) ? '' : row.kind === 'sent' ? row.commentto : row.label || row.commentto
  return (
    <li className="border-b last:border-b-0">
      <button
        type="button"
        aria-current={open ? 'true' : undefined}
        onClick={() => onOpen(row.txid)}
        className={cn(
          'grid h-9 w-full grid-cols-[minmax(0,1fr)_auto_132px] items-center gap-3 px-4 text-left hover:bg-hover focus-visible:-outline-offset-2',
          open && 'bg-accent-soft',
        )}
      >
        <span className="flex min-w-0 items-center gap-2 overflow-hidden">
          <HistoryKindMark row={row} />
          {typed && typed !== who ? <SafeText text={typed} max={40} className="min-w-0 truncate text-muted" /> : null}
          <Age time={row.time} className="hidden shrink-0 text-12 text-faint min-[1080px]:inline" />
        </span>
        <Amount
          satoshis={row.amount}
          signed
          className={row.state === 'conflicted' ? 'text-faint line-through' : row.amount > 0n ? 'text-ok' : undefined}
        />
        <State row={row} />
      </button>
    </li>
  )
}
