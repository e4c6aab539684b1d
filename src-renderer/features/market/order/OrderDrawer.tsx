import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { toSatoshis } from '../../../components/market/prices.ts'
import { KnownHash } from '../../../components/people/KnownHash.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { TokenMark } from '../../../components/TokenMark.tsx'
import { t, withTexts } from '../../../i18n/texts.ts'
import { useCoinUnit } from '../../../node/coin.ts'
import { useRpc } from '../../../node/queries.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Drawer } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FactList } from '../../../ui/FactList.tsx'
import { groupDigits } from '../../../ui/format.ts'
import { onDemand } from '../../../ui/onDemand.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { SkeletonLines } from '../../../ui/Skeleton.tsx'
import { filledShare, formatOrderCondition, orderState } from '../lists/orderCondition.ts'
import { SideBadge } from '../lists/SideBadge.tsx'
import type { OrderRow } from '../trade/request.ts'
import { isFillable } from '../trade/useOffers.ts'
import { OrderTimeline } from './OrderTimeline.tsx'

const FillDialog = onDemand(
  withTexts(['trade'], () => import('../trade/FillDialog.tsx').then((module) => module.FillDialog)),
)
const CancelDialog = onDemand(
  withTexts(['trade'], () => import('../trade/CancelDialog.tsx').then((module) => module.CancelDialog)),
)

export interface OrderDrawerProps {
  /** transaction that placed the order */
  readonly id: string
  onClose(): void
}

export function OrderDrawer({ id, onClose }: OrderDrawerProps) {
  const history = useRpc('orderhistory', { order: id }, { keepPrevious: false })
  const coin = useCoinUnit()
  const known = history.data && 'order' in history.data ? history.data : undefined
  return (
    <Drawer
      open
      onClose={onClose}
      title={known ? <Title order={known.order} /> : t('market:drawer.title')}
      subtitle={<ChainLink to={{ kind: 'transaction', id }} label={t('market:drawer.id')} head={14} tail={14} copy />}
      actions={<CallSource calls={[shownCall('orderhistory', { order: id })]} />}
    >
      {known ? (
        <div className="flex flex-col gap-4">
          <State order={known.order} />
          <Acts order={known.order} />
          <Facts order={known.order} coin={coin} />
          <OrderTimeline events={known.events} side={known.order.side} coin={coin} />
        </div>
      ) : history.error ? (
        <RpcErrorState error={history.error} compact onRetry={() => void history.refetch()} />
      ) : history.data ? (
        <ErrorState
          compact
          title={t('market:drawer.unknown')}
          advice={t('market:drawer.unknownHint')}
          details={'error' in history.data ? history.data.error : ''}
        />
      ) : (
        <SkeletonLines lines={10} />
      )}
    </Drawer>
  )
}

function Title({ order: { tokenid, name, nft, side } }: { readonly order: OrderRow }) {
  return (
    <span className="flex items-start gap-2.5">
      <TokenMark tokenid={tokenid} name={name} nft={nft} />
      <span className="min-w-0">
        {t(`market:drawer.${side}`)} <SafeText text={name} max={40} />
      </span>
    </span>
  )
}

function State({ order }: { readonly order: OrderRow }) {
  const { word, tone, icon: Icon } = orderState(order)
  const share = filledShare(order)
  return (
    <section aria-label={t('market:orders.state')} className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <SideBadge side={order.side} />
        <Badge tone={tone} icon={<Icon aria-hidden className="size-3" />}>
          {word}
        </Badge>
        {order.mine ? <Badge tone="accent">{t('market:orders.yours')}</Badge> : null}
      </p>
      <p className="text-muted">
        {!order.movable ? t('market:nft.order') : formatOrderCondition(order)}{' '}
        {order.pending ? (
          <ChainLink to={{ kind: 'transaction', id: order.pending.txid }}>{t('market:drawer.pending')}</ChainLink>
        ) : null}
      </p>
      {share === undefined ? null : (
        <div className="flex flex-col gap-1">
          <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-hover">
            <div className="h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
          </div>
          <p className="text-12 text-muted">
            {t('market:orders.leftOf', { left: groupDigits(order.unitsleft), all: groupDigits(order.units) })}
          </p>
        </div>
      )}
    </section>
  )
}

function Acts({ order }: { readonly order: OrderRow }) {
  // The order when the button was pressed. The dialog tracks its later changes.
  const [act, setAct] = useState<{ readonly kind: 'fill' | 'cancel'; readonly order: OrderRow }>()
  const { tokenid, name, movable, side } = order
  const token = { tokenid, name, movable }
  const close = () => setAct(undefined)
  const cancellable = order.state === 'open' && order.mine && order.pending === null && (movable || side === 'bid')
  return (
    <div className="flex gap-2">
      {isFillable(order) ? (
        <Button variant="primary" onClick={() => setAct({ kind: 'fill', order })}>
          {t(`market:drawer.fill.${side}`)}
        </Button>
      ) : null}
      {cancellable ? (
        <Button onClick={() => setAct({ kind: 'cancel', order })}>{t('market:orders.cancelLong')}</Button>
      ) : null}
      <Button asChild variant="ghost">
        <Link to="/market/$tokenid" params={{ tokenid }}>
          {t('market:drawer.market')}
        </Link>
      </Button>
      {act?.kind === 'fill' ? <FillDialog order={act.order} token={token} onClose={close} /> : null}
      {act?.kind === 'cancel' ? <CancelDialog order={act.order} token={token} onClose={close} /> : null}
    </div>
  )
}

function Facts({ order, coin }: { readonly order: OrderRow; readonly coin: string }) {
  const { price, units, coins, unitsleft, coinsleft, owner, state } = order
  const both = (amount: bigint, satoshis: bigint) => (
    <>
      {groupDigits(amount)}
      <span className="block text-12 text-muted">
        <Amount satoshis={satoshis} unit={coin} />
      </span>
    </>
  )
  return (
    <FactList
      facts={[
        { label: t('market:drawer.price'), value: <Amount satoshis={toSatoshis(price)} unit={coin} /> },
        { label: t(`market:drawer.first.${order.side}`), value: both(units, coins) },
        ...(state === 'open' && unitsleft < units
          ? [{ label: t('market:drawer.left'), value: both(unitsleft, coinsleft) }]
          : []),
        {
          label: t('market:drawer.owner'),
          value: <KnownHash value={owner} label={t('market:drawer.key')} />,
        },
      ]}
    />
  )
}
