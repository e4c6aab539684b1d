import { useMemo } from 'react'
import { satoshisOf } from '../../../components/market/prices.ts'
import { t } from '../../../i18n/texts.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { cn } from '../../../ui/cn.ts'
import { groupDigits, plainAmount } from '../../../ui/format.ts'
import { BareGrid, type BareGridProps } from '../../../ui/table/BareGrid.tsx'
import type { Rung, Side } from './ladder.ts'

/** px; a press needs 24 */
const RUNG_HEIGHT = 26
/** Price, units, sum. */
export const BOOK_COLUMNS = 'minmax(0, 1.5fr) minmax(0, 1fr) minmax(0, 1fr)'

export interface BookSideProps {
  readonly side: Side
  /** the best price first */
  readonly rungs: readonly Rung[]
  /** prices at which the own key has an open order */
  readonly own: ReadonlySet<string>
  /** Enter or a click on a level */
  onPick(rung: Rung): void
}

/** The levels of one side; offers stand with the best at the bottom, next to the bids. */
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
      rowLabel={(rung) => rungWords(side, rung, own.has(rung.price))}
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

function rungWords(side: Side, { price, units, orders }: Rung, own: boolean): string {
  const words = t(`market:book.level.${side}`, {
    count: orders,
    price: plainAmount(satoshisOf(price)),
    amount: groupDigits(units),
  })
  // What a press does: it opens somebody else's order to be filled, else one's own.
  if (!own) return `${words}. ${t(`market:book.press.${side}`)}`
  return `${words}, ${t('market:book.own')}. ${t(orders === 1 ? 'market:book.press.own' : `market:book.press.${side}`)}`
}

const rungColumns = (side: Side, own: ReadonlySet<string>): BareGridProps<Rung>['columns'] => [
  {
    id: 'price',
    cell: ({ price }) => (
      <span className="flex items-center gap-1.5">
        <Amount satoshis={satoshisOf(price)} className={side === 'ask' ? 'text-bad' : 'text-ok'} />
        {own.has(price) ? <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-accent" /> : null}
      </span>
    ),
  },
  { id: 'units', align: 'right', cell: ({ units }) => groupDigits(units) },
  { id: 'sum', align: 'right', cell: ({ sum }) => <span className="text-muted">{groupDigits(sum)}</span> },
]
