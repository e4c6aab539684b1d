import { useEffect, useEffectEvent } from 'react'
import { readTypedUnits } from '#shared/figures.ts'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import type { FillAmounts } from '#shared/protocol/orderAmounts.ts'
import { totalLabel } from '../../../components/transaction/figures.ts'
import { useForm } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { ConfirmNote } from '../../../tasks/ConfirmNote.tsx'
import { type FormCost, useFormCost } from '../../../tasks/useFormCost.ts'
import { Button } from '../../../ui/Button.tsx'
import { DialogActions } from '../../../ui/Dialog.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Folded } from '../../../ui/Folded.tsx'
import { groupDigits, plainAmount } from '../../../ui/format.ts'
import { Slider } from '../../../ui/Slider.tsx'
import { computeFill, computeMaxUnits, countSteps, fillProblem, formatRounding, unitsAt } from './fillAmounts.ts'
import { Coins, Line, Units } from './OrderSummary.tsx'
import { type Means, ORDER_COST } from './orderForm.ts'
import { formatTokenName, type OrderRow, type TradedToken, type TradeRequest } from './request.ts'
import { TradeFailure } from './TradeFailure.tsx'
import type { TradeFlow } from './useTrade.ts'

export interface FillFormProps {
  readonly row: OrderRow
  /** True if a part of the order was filled since the click. */
  readonly changed: boolean
  readonly means: Means
  readonly token: TradedToken
  readonly coin: string
  /** the previous input, after going back from the review */
  readonly initial: bigint | undefined
  /** opens the review as soon as possible, because the units are already chosen */
  readonly begin?: boolean | undefined
  readonly trade: TradeFlow
  /** @returns the request to fill this number of units, or `undefined` if the rules do not allow it */
  requestFor(units: bigint): TradeRequest | undefined
}

/** Form for the units to fill, by number or slider, with the exact amounts under the rules. */
export function FillForm(props: FillFormProps) {
  const { row, changed, means, token, coin, initial, begin, trade, requestFor } = props
  const most = computeMaxUnits(row, means)
  const form = useForm({ defaultValues: { amount: initial === undefined ? '' : String(initial) } })
  const units = readTypedUnits(form.values.amount)
  const fill = units === undefined || units > row.unitsleft ? undefined : computeFill(row, units)
  const readRequest = (amount: string): TradeRequest | undefined => {
    const wanted = readTypedUnits(amount)
    return wanted === undefined || fillProblem(row, amount, means) !== undefined ? undefined : requestFor(wanted)
  }
  const cost = useFormCost(trade, readRequest(form.values.amount))
  const submit = form.onSubmit(({ amount }) => {
    const request = readRequest(amount)
    if (request) trade.start(request)
  })
  const ready = begin === true && means.coins !== undefined
  const start = useEffectEvent(() => {
    const request = readRequest(form.values.amount)
    if (request) trade.start(request)
  })
  useEffect(() => {
    if (ready) start()
  }, [ready])
  const steps = countSteps(most)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
      {changed ? (
        <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-warn">
          {t('trade:fill.changed', { amount: groupDigits(row.unitsleft), name: formatTokenName(token) })}
        </p>
      ) : null}
      <Field
        label={t('trade:fill.amount')}
        error={form.problem('amount')}
        hint={row.side === 'ask' ? haveCoins(means, coin) : haveUnits(means, token)}
      >
        <Input
          {...form.register('amount', { validate: (text) => fillProblem(row, text, means) })}
          inputMode="numeric"
          placeholder="0"
          after={
            <Button size="sm" variant="ghost" className="h-6" onClick={() => form.set('amount', String(most))}>
              {t('trade:all')}
            </Button>
          }
        />
      </Field>
      <Slider
        aria-label={t('trade:fill.slider')}
        aria-valuetext={units === undefined ? undefined : groupDigits(units)}
        min={0}
        max={steps}
        value={units === undefined || most === 0n ? 0 : Number((units * BigInt(steps)) / most)}
        disabled={most === 0n}
        onChange={(event) => form.set('amount', String(unitsAt(Number(event.target.value), most)))}
        className="w-full"
      />
      <FillSummary row={row} fill={fill} asked={units} token={token} coin={coin} cost={cost} />
      <TradeFailure error={trade.error} />
      <ConfirmNote flow={trade} coin={coin} />
      <DialogActions>
        <Button type="submit" variant="primary" busy={trade.busy}>
          {t('trade:build')}
        </Button>
      </DialogActions>
    </form>
  )
}

const haveCoins = ({ coins }: Means, coin: string) =>
  coins === undefined ? undefined : t('trade:place.youHave', { amount: plainAmount(coins), coin })
const haveUnits = ({ units }: Means, token: TradedToken) =>
  units === undefined ? undefined : t('trade:place.youHold', { held: groupDigits(units), name: formatTokenName(token) })

interface FillSummaryProps {
  readonly row: OrderRow
  readonly fill: FillAmounts | undefined
  /** typed units */
  readonly asked: bigint | undefined
  readonly token: TradedToken
  readonly coin: string
  readonly cost: FormCost
}

const estimateTotal = (buying: boolean, fill: FillAmounts | undefined): bigint | undefined =>
  fill && (buying ? fill.coins + ORDER_COST : fill.coins - ORDER_COST)

/** Shows the amounts that are paid, received and left in the order, exact to the satoshi. */
function FillSummary({ row, fill, asked, token, coin, cost }: FillSummaryProps) {
  const built = cost.state === 'known' ? cost.figures : undefined
  const buying = row.side === 'ask'
  const units = <Units units={fill?.units} name={token.name} />
  const coins = <Coins satoshis={fill?.coins} />
  const rounding = fill && asked !== undefined ? formatRounding(row, fill, asked) : undefined
  return (
    <div className="flex flex-col gap-2">
      <div className="rounded-md border bg-sunken px-3 py-1">
        <dl className="flex flex-col">
          <Line label={t(buying ? 'trade:fill.youGet' : 'trade:fill.youGive')} strong>
            {units}
          </Line>
          <Line label={totalLabel(!buying, built !== undefined)} strong>
            <Coins satoshis={built ? (buying ? built.total : -built.total) : estimateTotal(buying, fill)} unit />
          </Line>
          <Line label={t('trade:fill.stays')}>
            <Units units={fill?.unitsLeft} name={token.name} />
          </Line>
        </dl>
        <Folded label={t('parts:confirm.details')} className="py-1.5 text-12">
          <dl className="flex flex-col border-t">
            <Line label={t(buying ? 'trade:fill.youPay' : 'trade:fill.youReceive', { coin })}>{coins}</Line>
            <Line label={t('trade:fill.marker')}>
              <Coins satoshis={built?.markers ?? CONTRACT_FEE} />
            </Line>
            <Line label={t('trade:summary.fee')}>
              <Coins satoshis={built?.fee ?? CONTRACT_FEE} />
            </Line>
          </dl>
        </Folded>
      </div>
      {rounding ? <p className="text-12 text-muted">{rounding}</p> : null}
    </div>
  )
}
