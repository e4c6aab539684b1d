import type { ReactNode } from 'react'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { totalLabel } from '../../../components/transaction/figures.ts'
import { t } from '../../../i18n/texts.ts'
import { useCoinName, useCoinUnit } from '../../../node/coin.ts'
import type { FormCost } from '../../../tasks/useFormCost.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { Folded } from '../../../ui/Folded.tsx'
import { coinWithUnit, groupDigits } from '../../../ui/format.ts'
import { SafeText } from '../../../ui/SafeText.tsx'
import { type CheckedOrder, type Means, ORDER_COST } from './orderForm.ts'
import type { TradedToken } from './request.ts'

export interface OrderSummaryProps {
  readonly side: 'ask' | 'bid'
  /** exact after rounding, or undefined while the form has no valid order */
  readonly order: CheckedOrder | undefined
  readonly means: Means
  readonly token: TradedToken
  /** cost of the transaction that the node builds for the order */
  readonly cost: FormCost
}

/** Shows the locked amount, the cost and the rest of an order, exact to the satoshi. */
export function OrderSummary({ side, order, means, token, cost }: OrderSummaryProps) {
  const built = cost.state === 'known' ? cost.figures : undefined
  const own = coinWithUnit(useCoinName())
  const locked = side === 'bid' ? order?.coins : undefined
  const taken = built?.total ?? (order && (locked ?? 0n) + ORDER_COST)
  const after = (held: bigint | undefined, gone: bigint | undefined) =>
    held === undefined || gone === undefined || gone > held ? undefined : held - gone
  const selling = side === 'ask'
  return (
    <div className="rounded-md border bg-sunken px-3 py-1">
      <dl className="flex flex-col">
        <Line label={totalLabel(false, built !== undefined, 'order')} strong>
          <Coins satoshis={taken} unit />
        </Line>
        <Line label={t(selling ? 'trade:summary.getsWhenBought' : 'trade:summary.getsWhenFilled')} strong>
          {selling ? <Coins satoshis={order?.coins} unit /> : <Units units={order?.units} name={token.name} />}
        </Line>
      </dl>
      <Folded label={t('parts:confirm.details')} className="py-1.5 text-12">
        <dl className="flex flex-col border-t">
          <Line label={t('trade:summary.locked')}>
            {selling ? <Units units={order?.units} name={token.name} /> : <Coins satoshis={locked} />}
          </Line>
          <Line label={t('trade:summary.marker')}>
            <Coins satoshis={built?.markers ?? CONTRACT_FEE} />
          </Line>
          <Line label={t('trade:summary.fee')}>
            <Coins satoshis={built?.fee ?? CONTRACT_FEE} />
          </Line>
          <Line label={selling ? t('trade:summary.unitsLeft') : t('trade:summary.coinsLeft', { coin: own })}>
            {selling ? (
              <Units units={after(means.units, order?.units)} name={token.name} />
            ) : (
              <Coins satoshis={after(means.coins, taken)} />
            )}
          </Line>
        </dl>
      </Folded>
    </div>
  )
}

interface LineProps {
  readonly label: string
  readonly strong?: boolean
  readonly children: ReactNode
}

export function Line({ label, strong, children }: LineProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 border-b py-1.5 last:border-b-0">
      <dt className={strong ? 'font-medium' : 'text-muted'}>{label}</dt>
      <dd className={strong ? 'ml-auto min-w-0 max-w-full font-medium' : 'ml-auto min-w-0 max-w-full'}>{children}</dd>
    </div>
  )
}

interface CoinsProps {
  readonly satoshis: bigint | undefined
  readonly unit?: boolean
}

export function Coins({ satoshis, unit }: CoinsProps) {
  const coin = useCoinUnit()
  return satoshis === undefined ? '—' : <Amount satoshis={satoshis} unit={unit ? coin : undefined} />
}

export function Units({ units, name }: { readonly units: bigint | undefined; readonly name: string }) {
  if (units === undefined) return '—'
  return (
    <span className="flex min-w-0 gap-1">
      {groupDigits(units)}{' '}
      <span className="min-w-0 truncate">
        <SafeText text={name} max={32} />
      </span>
    </span>
  )
}
