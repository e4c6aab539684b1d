import { useCallback } from 'react'
import { t } from '../../i18n/texts.ts'
import { AreaChart } from '../../ui/Chart/AreaChart.tsx'
import { labelTicks } from '../../ui/Chart/axes.tsx'
import type { PlotArea } from '../../ui/Chart/scales.ts'
import { formatTime, groupDigits, plainAmount } from '../../ui/format.ts'
import { type BalancePoint, balanceShape } from './balanceShape.ts'

export interface BalanceChartProps {
  readonly points: readonly BalancePoint[]
  /** Height of the tip, up to which the last balance is drawn. */
  readonly tip: number
  readonly coin: string
  /** Subject of the chart; default: the balance of an address, as in the table next to it. */
  readonly what?: 'balance' | 'supply' | 'wallet'
  readonly className?: string | undefined
}

/** Step chart of a balance over block heights. A table next to it shows the same data. */
export function BalanceChart({ points, tip, coin, what = 'balance', className }: BalanceChartProps) {
  const layout = useCallback((area: PlotArea) => balanceShape(points, tip, area), [points, tip])
  return (
    <AreaChart
      label={description(points, tip, coin, what)}
      layout={layout}
      amountText={plainAmount}
      labelsBelow={({ heights }) => labelTicks(heights, groupDigits)}
      readAt={(shape, x) => {
        const point = shape.pointAt(x)
        return (
          point && {
            amount: point.balance,
            title: (
              <>
                {plainAmount(point.balance)} <span className="font-normal text-muted">{coin}</span>
              </>
            ),
            note: t('parts:chart.since', { height: groupDigits(point.height), time: formatTime(point.time) }),
          }
        )
      }}
      className={className}
    />
  )
}

/** Returns the text alternative of the chart. */
function description(
  points: readonly BalancePoint[],
  tip: number,
  coin: string,
  what: 'balance' | 'supply' | 'wallet',
): string {
  const last = points.at(-1)
  const first = points[0]
  if (!first || !last) return t(`parts:chart.${what}.none`)
  const max = points.reduce((top, point) => (point.balance > top.balance ? point : top), first)
  return t(`parts:chart.${what}.text`, {
    first: groupDigits(first.height),
    tip: groupDigits(tip),
    most: plainAmount(max.balance),
    height: groupDigits(max.height),
    now: plainAmount(last.balance),
    coin,
  })
}
