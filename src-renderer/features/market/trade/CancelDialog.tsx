import { useEffect, useEffectEvent } from 'react'
import { t } from '../../../i18n/texts.ts'
import { useCoinUnit } from '../../../node/coin.ts'
import { ConfirmNote } from '../../../tasks/ConfirmNote.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SkeletonLines } from '../../../ui/Skeleton.tsx'
import { CannotTrade } from './CannotTrade.tsx'
import { orderGoneText } from './orderGoneText.ts'
import type { OrderRow, TradedToken } from './request.ts'
import { TradeFailure } from './TradeFailure.tsx'
import { TradeLayers } from './TradeLayers.tsx'
import { useLiveOrder } from './useOffers.ts'
import { useTrade } from './useTrade.ts'

export interface CancelDialogProps {
  readonly order: OrderRow
  readonly token: TradedToken
  onClose(): void
}

/** Cancels an own order. Builds immediately and asks once, with the amount that returns and its address. */
export function CancelDialog({ order, token, onClose }: CancelDialogProps) {
  const { row, gone } = useLiveOrder(order)
  const trade = useTrade()
  const unmovable = !order.movable && order.side === 'ask'
  const coin = useCoinUnit()
  const begin = () => {
    if (unmovable) return
    trade.start({
      action: row.side === 'ask' ? 'cancel-ask' : 'cancel-bid',
      ...{ token, order: row.current, owner: row.owner, units: row.unitsleft, coins: row.coinsleft },
    })
  }
  const beginAnew = useEffectEvent(begin)
  // A fill while the dialog is open replaces the order to be cancelled.
  //
  // biome-ignore lint/correctness/useExhaustiveDependencies: built again if the order was replaced
  useEffect(() => beginAnew(), [row.current])

  const reason = gone && !trade.task ? orderGoneText(row, gone) : undefined
  if (trade.task || (trade.stage === 'review' && !reason)) {
    return <TradeLayers trade={trade} onBack={onClose} onClose={onClose} />
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('trade:cancel.title')}>
      {unmovable ? <CannotTrade /> : null}
      {reason ? <p role="status">{reason}</p> : null}
      {reason ? null : <TradeFailure error={trade.error} />}
      {trade.stage === 'building' && !reason ? <SkeletonLines lines={3} /> : null}
      <ConfirmNote flow={trade} coin={coin} />
      {trade.heldBack && !reason ? (
        <div className="mt-3 flex justify-end gap-2">
          <Button onClick={onClose}>{t('ui:close')}</Button>
          <Button variant="primary" onClick={begin}>
            {t('trade:cancel.title')}
          </Button>
        </div>
      ) : null}
    </Dialog>
  )
}
