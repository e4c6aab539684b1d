import { useEffect, useEffectEvent, useState } from 'react'
import type { Resolver } from 'react-hook-form'
import { readTypedUnits } from '#shared/figures.ts'
import { type Form, useForm } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { ConfirmNote } from '../../../tasks/ConfirmNote.tsx'
import { useFormCost } from '../../../tasks/useFormCost.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CoinInput } from '../../../ui/CoinInput.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { fieldOfCoins, groupDigits, plainAmount } from '../../../ui/format.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { BetterOffer } from './BetterOffer.tsx'
import { CannotTrade } from './CannotTrade.tsx'
import { FillDialog } from './FillDialog.tsx'
import { BidHazard, UnevenPrice } from './Hazards.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import {
  computeTotal,
  fromTotal,
  type Means,
  type OrderDraft,
  type OrderField,
  orderOfDraft,
  orderProblems,
} from './orderForm.ts'
import { formatTokenName, type OrderRow, type TradedToken } from './request.ts'
import { TradeFailure } from './TradeFailure.tsx'
import { TradeLayers } from './TradeLayers.tsx'
import { useTrade } from './useTrade.ts'
import { useTradingFunds } from './useTradingFunds.ts'

export interface PlaceOrderProps {
  readonly token: TradedToken
  /** ask to sell, bid to buy; the form follows each change */
  readonly side?: 'ask' | 'bid' | undefined
  /** coins per unit, decimal; the form follows each change */
  readonly price?: string | undefined
}

/** Panel to place an order: form → review of the built transaction → sent. */
export function PlaceOrder({ token, side, price }: PlaceOrderProps) {
  return (
    <Card title={t('trade:place.title', { name: formatTokenName(token) })}>
      {token.movable ? <OrderForm key={token.tokenid} token={token} side={side} price={price} /> : <CannotTrade />}
    </Card>
  )
}

/** Validates with `orderProblems` alone. */
function orderResolver(means: Means): Resolver<OrderDraft> {
  return (values) => {
    const entries = Object.entries(orderProblems(values, means))
    if (entries.length === 0) return { values, errors: {} }
    return {
      values: {},
      errors: Object.fromEntries(entries.map(([name, message]) => [name, { type: 'rule', message }])),
    }
  }
}

function OrderForm({ token, side, price }: PlaceOrderProps) {
  const means = useTradingFunds(token.tokenid)
  const trade = useTrade()
  const [filling, setFilling] = useState<OrderRow>()
  const form = useForm<OrderDraft>({
    defaultValues: {
      side: side ?? 'bid',
      amount: '',
      price: price === undefined ? '' : fieldOfCoins(price),
      total: '',
    },
    resolver: orderResolver(means),
  })
  useFollow(form, side, price)
  const draft = form.values
  const order = orderOfDraft(draft)
  const placeable = order && Object.keys(orderProblems(draft, means)).length === 0
  const cost = useFormCost(trade, placeable ? { action: draft.side, token, ...order } : undefined)
  const submit = form.onSubmit((values) => {
    const checked = orderOfDraft(values)
    if (checked) trade.start({ action: values.side, token, ...checked })
  })
  const sent = trade.task?.txid
  const clear = useEffectEvent(() => form.reset({ side: draft.side, amount: '', price: '', total: '' }))
  useEffect(() => {
    if (sent !== undefined) clear()
  }, [sent])
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Segmented
        label={t('trade:place.side')}
        value={draft.side}
        onChange={(next) => form.set('side', next)}
        segments={[
          { id: 'bid', label: t('trade:place.buy') },
          { id: 'ask', label: t('trade:place.sell') },
        ]}
        className="self-start"
      />
      <OrderFields form={form} token={token} means={means} coin={means.coin} />
      <OrderSummary side={draft.side} order={order} means={means} token={token} cost={cost} />
      {draft.side === 'bid' ? <BidHazard coins={order?.coins} coin={means.coin} /> : <UnevenPrice order={order} />}
      <BetterOffer token={token} draft={draft} coin={means.coin} onFill={setFilling} />
      <TradeFailure error={trade.error} />
      <ConfirmNote flow={trade} coin={means.coin} />
      <Button type="submit" variant="primary" busy={trade.busy} className="self-start">
        {t('trade:build')}
      </Button>
      <TradeLayers trade={trade} onClose={trade.end} />
      {filling ? <FillDialog order={filling} token={token} onClose={() => setFilling(undefined)} /> : null}
    </form>
  )
}

/** Applies a side and a price that were chosen outside the form, such as by a click in the order book. */
function useFollow(form: Form<OrderDraft>, side: OrderDraft['side'] | undefined, price: string | undefined): void {
  const follow = useEffectEvent(() => {
    if (side !== undefined && side !== form.getValues('side')) form.set('side', side)
    const typed = price === undefined ? undefined : fieldOfCoins(price)
    if (typed === undefined || typed === form.getValues('price')) return
    form.set('price', typed)
    form.set('total', computeTotal(form.getValues()))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was chosen outside is followed
  useEffect(() => follow(), [side, price])
}

interface OrderFieldsProps {
  readonly form: Form<OrderDraft>
  readonly token: TradedToken
  readonly means: Means
  readonly coin: string
}

/** Fields for amount, price and total. A change of one updates the others. */
function OrderFields({ form, token, means, coin }: OrderFieldsProps) {
  const { side } = form.values
  const exact = () => form.set('total', computeTotal(form.getValues()))
  const put = (field: OrderField, text: string) => {
    form.set(field, text)
    exact()
  }
  const held = means.units
  const all = side === 'ask' && held !== undefined && held > 0n ? held : undefined
  return (
    <>
      <Field
        label={t('trade:place.amount')}
        error={form.problem('amount')}
        hint={
          side === 'ask' && held !== undefined
            ? t('trade:place.youHold', { held: groupDigits(held), name: formatTokenName(token) })
            : t('trade:place.wholeUnits')
        }
      >
        <Input
          {...form.register('amount', { onChange: exact })}
          inputMode="numeric"
          placeholder="0"
          after={
            all === undefined || readTypedUnits(form.values.amount) === all ? undefined : (
              <Button size="sm" variant="ghost" className="h-6" onClick={() => put('amount', String(all))}>
                {t('trade:all')}
              </Button>
            )
          }
        />
      </Field>
      <Field label={t('trade:place.price')} error={form.problem('price')}>
        <CoinInput {...form.register('price', { onChange: exact })} coin={coin} />
      </Field>
      <Field
        label={t('trade:place.total')}
        error={form.problem('total')}
        hint={
          side === 'bid' && means.coins !== undefined
            ? t('trade:place.youHave', { amount: plainAmount(means.coins), coin })
            : undefined
        }
      >
        <CoinInput
          {...form.register('total', {
            onChange: () => {
              const values = form.getValues()
              const { amount, price } = fromTotal(values, values.total)
              if (amount !== undefined) form.set('amount', amount)
              if (price !== undefined) form.set('price', price)
            },
            onBlur: exact,
          })}
          coin={coin}
        />
      </Field>
    </>
  )
}
