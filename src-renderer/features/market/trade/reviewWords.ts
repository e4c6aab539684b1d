import type { Explanation } from '#shared/rpc/index.ts'
import { type BuiltTransaction, feesOf } from '../../../components/transaction/built.ts'
import { fillsOrder, isOurs } from '../../../components/transaction/describe.ts'
import { t } from '../../../i18n/texts.ts'
import { groupDigits, plainAmount } from '../../../ui/format.ts'
import { nameOf, type TradeRequest } from './request.ts'

/** Satoshis that come to the wallet's coins; what leaves them is negative. What units and markers hold are not coins. */
export function netCoins({ told, move }: BuiltTransaction): bigint {
  const sum = (rows: Explanation['inputs'] | Explanation['outputs']) =>
    rows.reduce(
      (total, row) => (isOurs(row) && row.type !== 'cryptocondition' ? total + (row.amount ?? 0n) : total),
      0n,
    )
  return sum(told.outputs) - sum(told.inputs) - (move?.told.fee ?? 0n)
}

/** The price in one sentence, and what it is made of. */
export function tradeCost(request: TradeRequest, built: BuiltTransaction, coin: string) {
  const net = netCoins(built)
  const markers = built.told.outputs.reduce((sum, { role, amount }) => (role === 'marker' ? sum + amount : sum), 0n)
  const markerBack = markerOf(request, built.told)
  const fees = feesOf(built) ?? 0n
  const amount = plainAmount(request.coins)
  const first: Readonly<Partial<Record<TradeRequest['action'], string>>> = {
    bid: t('trade:cost.locked', { amount }),
    'fill-ask': t('trade:cost.paid', { amount }),
    'fill-bid': t('trade:cost.received', { amount }),
    'cancel-bid': t('trade:cost.returned', { amount }),
  }
  return {
    satoshis: net === 0n ? undefined : net < 0n ? -net : net,
    sentence:
      net === 0n
        ? t('trade:cost.nothing')
        : t(net < 0n ? 'trade:cost.takes' : 'trade:cost.brings', { amount: plainAmount(net < 0n ? -net : net), coin }),
    parts: [
      first[request.action],
      markerBack > 0n ? t('trade:cost.markerBack', { amount: plainAmount(markerBack) }) : undefined,
      markers > 0n
        ? t(`trade:cost.${fillsOrder(request.action) ? 'notice' : 'marker'}`, { amount: plainAmount(markers) })
        : undefined,
      t(built.move ? 'trade:cost.fees' : 'trade:cost.fee', { amount: plainAmount(fees) }),
    ]
      .filter((part) => part !== undefined)
      .join(' · '),
  }
}

/** Satoshis that a marker gives back: that of an ask, with its cancellation. */
function markerOf({ action }: TradeRequest, { inputs }: Explanation): bigint {
  if (action !== 'cancel-ask') return 0n
  const markers = inputs.filter(({ type, token }) => type === 'cryptocondition' && !token)
  return markers.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n)
}

/** What stays of an order that is filled, and where what is taken back returns to. */
export function restOf(request: TradeRequest, told: Explanation, coin: string): string | undefined {
  const name = nameOf(request.token)
  if ('left' in request) {
    const { units, coins } = request.left
    return units === 0n
      ? t('trade:review.allOfIt')
      : t('trade:review.stays', { amount: groupDigits(units), name, coins: plainAmount(coins), coin })
  }
  if (request.action !== 'cancel-ask' && request.action !== 'cancel-bid') return undefined
  const address = told.outputs.find(isOurs)?.address ?? ''
  return request.action === 'cancel-ask'
    ? t('trade:review.unitsReturn', { amount: groupDigits(request.units), name, address })
    : t('trade:review.coinsReturn', { amount: plainAmount(request.coins), coin, address })
}
