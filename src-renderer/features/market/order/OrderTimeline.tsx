import { Ban, CircleSlash, type LucideIcon, PlusCircle, Repeat } from 'lucide-react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { toSatoshis } from '../../../components/market/prices.ts'
import { KnownHash } from '../../../components/people/KnownHash.tsx'
import { t } from '../../../i18n/texts.ts'
import { Age } from '../../../ui/Age.tsx'
import { groupDigits, plainAmount } from '../../../ui/format.ts'
import type { Side } from '../book/ladder.ts'
import { shownEvents } from './shownEvents.ts'

type LifeEvent = Extract<MethodResult<'orderhistory'>, { readonly order: unknown }>['events'][number]

const ICONS: Readonly<Record<LifeEvent['type'], LucideIcon>> = {
  ...{ placed: PlusCircle, fill: Repeat, cancelled: CircleSlash, spent: Ban },
}

export interface LifeProps {
  /** oldest first */
  readonly events: readonly LifeEvent[]
  readonly side: Side
  readonly coin: string
}

/** Lists the events of an order since it was placed. */
export function OrderTimeline({ events, side, coin }: LifeProps) {
  const { first, hidden, last } = shownEvents(events)
  const entry = (event: LifeEvent) => <Entry key={`${event.txid} ${event.type}`} {...{ event, side, coin }} />
  return (
    <section>
      <h3 className="mb-2 font-semibold">{t('market:drawer.life')}</h3>
      <ol className="flex flex-col">
        {first.map(entry)}
        {hidden > 0 ? (
          <li className="border-l py-2 pl-6 text-12 text-muted [margin-left:9px]">
            {t('market:drawer.hidden', { count: hidden })}
          </li>
        ) : null}
        {last.map(entry)}
      </ol>
    </section>
  )
}

function Entry({ event, side, coin }: { readonly event: LifeEvent } & Omit<LifeProps, 'events'>) {
  const { type, txid, height, time, units, coins, price, party } = event
  const Icon = ICONS[type]
  return (
    <li className="group/event relative flex gap-3 pb-4 last:pb-0">
      <span aria-hidden className="absolute top-5 bottom-0 left-[9px] w-px bg-line group-last/event:hidden" />
      <Icon aria-hidden className="mt-0.5 size-[18px] shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <span className="font-medium">
            {type === 'fill' ? t(`market:life.fill.${side}`) : t(`market:life.${type}`)}
          </span>
          <Age time={time} className="shrink-0 text-12 text-muted" />
        </p>
        <p>
          {t('market:life.amount', {
            ...{ amount: groupDigits(units), coins: plainAmount(coins), price: plainAmount(toSatoshis(price)), coin },
          })}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-12 text-muted">
          <ChainLink to={{ kind: 'block', id: String(height) }}>
            {t('market:life.block', { height: groupDigits(height) })}
          </ChainLink>
          <ChainLink to={{ kind: 'transaction', id: txid }} head={6} tail={6} />
          {party ? <KnownHash value={party} label={t('market:drawer.key')} head={6} tail={6} /> : null}
        </p>
      </div>
    </li>
  )
}
