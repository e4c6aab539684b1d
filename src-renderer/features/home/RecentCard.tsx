import { Link } from '@tanstack/react-router'
import { Pickaxe, Receipt } from 'lucide-react'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { byDays } from '../../components/walletHistory/days.ts'
import { areFirstCoins } from '../../components/walletHistory/describeHistoryRow.ts'
import { historyKindFor, State, type WalletHistoryRow } from '../../components/walletHistory/kinds.tsx'
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
import { foldMined, type MinedRewards } from './activity.ts'

const SHOWN = 100

const ROW =
  'grid h-9 w-full grid-cols-[minmax(0,1fr)_auto_6.5rem] max-[479px]:grid-cols-[minmax(0,1fr)_auto_auto] min-[720px]:max-[1179px]:grid-cols-[minmax(0,1fr)_auto_auto] max-[479px]:[&>time]:hidden min-[720px]:max-[1179px]:[&>time]:hidden items-center gap-3 px-4 text-left text-text no-underline hover:bg-hover focus-visible:-outline-offset-2'

export interface RecentCardProps {
  readonly coin: string
  readonly openId: string | undefined
  readonly className?: string
  onOpen(txid: string): void
}

/**
 * Lists the wallet's activity by day, newest first: a sentence for each transaction, and one for all mined rewards of a
 * day.
 */
export function RecentCard({ coin, openId, className, onOpen }: RecentCardProps) {
  const options = { limit: SHOWN }
  const recent = useRpc('listwallethistory', { options })
  const rows = recent.data?.rows
  return (
    <Card
      title={t('home:recent.title')}
      flush
      className={className}
      bodyClassName="flex flex-col"
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
          <SkeletonLines lines={6} />
        </div>
      )}
    </Card>
  )
}

interface DaysProps extends Pick<RecentCardProps, 'coin' | 'openId' | 'onOpen'> {
  readonly rows: readonly WalletHistoryRow[]
}

function Days({ rows, coin, openId, onOpen }: DaysProps) {
  const days = byDays(rows, useNow())
  return (
    <ScrollRegion label={t('home:recent.list', { coin })} className="flex-1">
      {days.map(({ label, rows: ofDay }, index) => (
        <section key={label} aria-label={label}>
          <h3 className="sticky top-0 z-10 border-b bg-surface px-4 py-1.5 font-medium text-12 text-muted">{label}</h3>
          <ul>
            {foldMined(ofDay).map((item) =>
              'mined' in item ? (
                // Unread older rows may belong to the same day.
                <MinedItem key="mined" mined={item.mined} cut={rows.length === SHOWN && index === days.length - 1} />
              ) : (
                <Item key={item.row.txid} row={item.row} open={item.row.txid === openId} onOpen={onOpen} />
              ),
            )}
          </ul>
        </section>
      ))}
    </ScrollRegion>
  )
}

interface MinedItemProps {
  readonly mined: MinedRewards
  /** True if there may be more blocks of this day. */
  readonly cut: boolean
}

function MinedItem({ mined: { blocks, amount, time }, cut }: MinedItemProps) {
  const words = t(cut ? 'home:recent.minedMore' : 'home:recent.mined', { count: blocks })
  return (
    <li className="border-b last:border-b-0">
      <Link to="/mining" className={ROW}>
        <span className="flex min-w-0 items-center gap-2">
          <Pickaxe aria-hidden className="size-4 shrink-0 text-accent-text" />
          <span title={words} className="truncate">
            {words}
          </span>
        </span>
        <Amount satoshis={amount} signed className="text-ok" />
        <Age time={time} className="text-right text-12 text-faint" />
      </Link>
    </li>
  )
}

interface ItemProps extends Pick<RecentCardProps, 'onOpen'> {
  readonly row: WalletHistoryRow
  readonly open: boolean
}

const TONES = { ok: 'text-ok', bad: 'text-bad', warn: 'text-warn', accent: 'text-accent-text', neutral: 'text-muted' }

function Item({ row, open, onOpen }: ItemProps) {
  const who = useOtherParty(row)
  const { word, icon: Icon, tone, picture } = historyKindFor(row, who)
  const typed = areFirstCoins(row) ? '' : row.commentto
  return (
    <li className="border-b last:border-b-0">
      <button
        type="button"
        aria-current={open ? 'true' : undefined}
        onClick={() => onOpen(row.txid)}
        className={cn(ROW, open && 'bg-accent-soft')}
      >
        <span className="flex min-w-0 items-center gap-2 overflow-hidden">
          <Icon aria-hidden className={cn('size-4 shrink-0', TONES[tone])} />
          <span title={word} className="min-w-0 truncate">
            {word}
          </span>
          {picture}
          {typed && typed !== who ? <SafeText text={typed} max={40} className="min-w-0 truncate text-muted" /> : null}
        </span>
        <span>
          {/* The row has tokens but no coins. */}
          {row.amount === 0n ? null : (
            <Amount
              satoshis={row.amount}
              signed
              className={
                row.state === 'conflicted' ? 'text-faint line-through' : row.amount > 0n ? 'text-ok' : undefined
              }
            />
          )}
        </span>
        {row.state === 'confirmed' ? (
          <Age time={row.time} className="text-right text-12 text-faint" />
        ) : (
          <State row={row} />
        )}
      </button>
    </li>
  )
}
