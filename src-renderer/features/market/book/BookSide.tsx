import { useMemo } from 'react'
import { toSatoshis } from '../../../components/market/prices.ts'
import { t } from '../../../i18n/texts.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { cn } from '../../../ui/cn.ts'
import { groupDigits, plainAmount } from '../../../ui/format.ts'
import { BareGrid, type BareGridProps } from '../../../ui/table/BareGrid.tsx'
import type { CumulativeLevel, Side } from './ladder.ts'

/** Height of a row in px: a touch target needs at least 24. */
const RUNG_HEIGHT = 26
/** Widths of the columns price, units and sum. */
export const BOOK_COLUMNS = 'minmax(0, 1.5fr) minmax(0, 1fr) minmax(0, 1fr)'

export interface BookSideProps {
  readonly side: Side
  /** best price first */
  readonly rungs: readonly CumulativeLevel[]
  /** prices of the open orders of this node's key */
  readonly own: ReadonlySet<string>
  /** called on Enter or a click on a level */
  onPick(rung: CumulativeLevel): void
}

/** Shows the levels of one side. Asks have the best price at the bottom, next to the bids. */
export function BookSide({ side, rungs, own, onPick }: BookSideProps) {
  const ask = side === 'ask'
  const rows = useMemo(() => (ask ? rungs.toReversed() : rungs), [ask, rungs])
  const columns = useMemo(() => rungColumns(side, own), [side, own])
  return (
    <BareGrid
      label={t(`market:book.${side}s`)}
      rows={rows}
      columns={columns}
      template={BOOK_COLUMNS}
      rowHeight={RUNG_HEIGHT}
      rowKey={({ price }) => price}
      rowLabel={(rung) => formatLevel(side, rung, own.has(rung.price))}
      background={({ depth }) => (
        <span
          aria-hidden
          className={cn('absolute inset-y-px right-0', ask ? 'bg-bad-soft' : 'bg-ok-soft')}
          style={{ width: `${depth * 100}%` }}
        />
      )}
      onOpen={onPick}
      fromEnd={ask}
    />
  )
}

function formatLevel(side: Side, { price, units, orders }: CumulativeLevel, own: boolean): string {
  const words = t(`market:book.level.${side}`, {
    count: orders,
    price: plainAmount(toSatoshis(price)),
    amount: groupDigits(units),
  })
  // The text names the action of a press: fill another trader's order, or show an own order.
  if (!own) return `${words}. ${t(`market:book.press.${side}`)}`
  return `${words}, ${t('market:book.own')}. ${t(orders === 1 ? 'market:book.press.own' : `market:book.press.${side}`)}`
}

const rungColumns = (side: Side, own: ReadonlySet<string>): BareGridProps<CumulativeLevel>['columns'] => [
  {
    id: 'price',
    cell: ({ price }) => (
      <span className="flex items-center gap-1.5">
        <Amount satoshis={toSatoshis(price)} className={side === 'ask' ? 'text-bad' : 'text-ok'} />
        {own.has(price) ? <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-accent" /> : null}
      </span>
    ),
  },
  { id: 'units', align: 'right', cell: ({ units }) => groupDigits(units) },
  { id: 'sum', align: 'right', cell: ({ sum }) => <span className="text-muted">{groupDigits(sum)}</span> },
]
