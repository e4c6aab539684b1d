import { useState } from 'react'
import { parseAmount } from '#shared/units.ts'
import { usePerson } from '../../../components/people/persons.ts'
import { t } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { groupDigits, plainAmount } from '../../../ui/format.ts'
import { CannotTrade } from './CannotTrade.tsx'
import { FillForm } from './FillForm.tsx'
import { computeFill } from './fillAmounts.ts'
import { orderGoneText } from './orderGoneText.ts'
import { formatTokenName, type OrderRow, type TradedToken, type TradeRequest } from './request.ts'
import { TradeLayers } from './TradeLayers.tsx'
import { useBestOffer, useLiveOrder } from './useOffers.ts'
import { useTrade } from './useTrade.ts'
import { useTradingFunds } from './useTradingFunds.ts'

export interface FillDialogProps {
  readonly order: OrderRow
  readonly token: TradedToken
  /** starts with all units left in the order; for Friend in the sandbox it also opens the review */
  readonly whole?: boolean | undefined
  onClose(): void
}

/**
 * Buys from an ask or sells to a bid, completely or in part, in one dialog: units → review of the built transaction →
 * sent.
 */
export function FillDialog({ order: clicked, token, whole, onClose }: FillDialogProps) {
  const [shown, setShown] = useState(clicked)
  const { row, gone, changed } = useLiveOrder(shown)
  const means = useTradingFunds(token.tokenid)
  const trade = useTrade()
  const { person } = usePerson()
  const { coin } = means
  const name = formatTokenName(token)
  const reason = gone && !trade.task ? orderGoneText(row, gone) : undefined

  const switchTo = (next: OrderRow) => {
    trade.end()
    setShown(next)
  }

  if (trade.task) return <TradeLayers trade={trade} onClose={onClose} />
  const stale = changedSince(trade.order, row)
  return (
    <>
      {stale ? null : <TradeLayers trade={trade} gone={reason} onClose={onClose} />}
      <Dialog
        open
        onOpenChange={onClose}
        title={t(row.side === 'ask' ? 'trade:fill.buyTitle' : 'trade:fill.sellTitle', { name })}
        description={
          reason
            ? undefined
            : t(row.side === 'ask' ? 'trade:fill.askedFor' : 'trade:fill.bidFor', {
                ...{ amount: groupDigits(row.unitsleft), name, coin },
                price: plainAmount(parseAmount(row.price) ?? 0n),
              })
        }
      >
        {!row.movable ? (
          <CannotTrade />
        ) : reason ? (
          <Gone reason={reason} token={token} row={row} coin={coin} onSwitch={switchTo} onClose={onClose} />
        ) : row.mine ? (
          <p>{t('trade:fill.own')}</p>
        ) : (
          <FillForm
            key={row.order}
            row={row}
            changed={changed}
            means={means}
            token={token}
            coin={coin}
            initial={firstUnits(trade.order, whole ? row : undefined)}
            begin={whole && person === 'friend' && trade.order === undefined}
            trade={trade}
            requestFor={(units) => fillRequest(row, token, units)}
          />
        )}
      </Dialog>
    </>
  )
}

/**
 * Returns the initial units: the previous input after going back from the review, else all units if the order is to be
 * filled completely.
 */
const firstUnits = (request: TradeRequest | undefined, whole: OrderRow | undefined): bigint | undefined =>
  request?.units ?? whole?.unitsleft

/**
 * Returns true if the order was partly filled during the review: the built transaction then spends an output that is
 * gone.
 */
const changedSince = (request: TradeRequest | undefined, row: OrderRow): boolean =>
  request !== undefined && 'order' in request && request.order !== row.current && row.state === 'open'

/** Returns the request to fill this number of units, or undefined if the rules allow only a complete fill. */
function fillRequest(row: OrderRow, token: TradedToken, units: bigint): TradeRequest | undefined {
  const fill = computeFill(row, units)
  if (!fill) return undefined
  return {
    ...{ action: row.side === 'ask' ? 'fill-ask' : 'fill-bid', token, order: row.current, owner: row.owner },
    ...{ units: fill.units, coins: fill.coins, left: { units: fill.unitsLeft, coins: fill.coinsLeft } },
  }
}

interface GoneProps {
  readonly reason: string
  readonly row: OrderRow
  readonly token: TradedToken
  readonly coin: string
  onSwitch(next: OrderRow): void
  onClose(): void
}

/** Explains that the clicked order is gone, and offers the next one at the best price. */
function Gone({ reason, row, token, coin, onSwitch, onClose }: GoneProps) {
  const next = useBestOffer(token.tokenid, row.side, row.order)
  return (
    <div className="flex flex-col gap-4">
      <p role="status">{reason}</p>
      {next ? (
        <p className="text-muted">
          {t(row.side === 'ask' ? 'trade:gone.nextAsk' : 'trade:gone.nextBid', {
            ...{ amount: groupDigits(next.unitsleft), name: formatTokenName(token), coin },
            price: plainAmount(parseAmount(next.price) ?? 0n),
          })}
        </p>
      ) : (
        <p className="text-muted">{t(row.side === 'ask' ? 'trade:gone.noAsk' : 'trade:gone.noBid')}</p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('ui:close')}</Button>
        {next ? (
          <Button variant="primary" onClick={() => onSwitch(next)}>
            {t('trade:gone.take')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
