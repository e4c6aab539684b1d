import { useCallback } from 'react'
import { type AreaBox, AreaChart } from '../../ui/AreaChart.tsx'
import { formatTime, groupDigits, plainAmount } from '../../ui/format.ts'
import { type ChartPoint, chartShape } from './geometry.ts'

export interface BalanceChartProps {
  readonly points: readonly ChartPoint[]
  /** height of the tip: the last balance reaches to it */
  readonly tip: number
  readonly coin: string
  /** what is drawn; default: a balance that a table beside it has too */
  readonly what?: 'Balance' | 'Supply' | 'Wallet balance'
  readonly className?: string | undefined
}

/** The balance as steps over the blocks. The table beside it has the same figures. */
export function BalanceChart({ points, tip, coin, what, className }: BalanceChartProps) {
  const shapeOf = useCallback((box: AreaBox) => chartShape(points, tip, box), [points, tip])
  return (
    <AreaChart
      label={`${description(points, tip, coin, what ?? 'Balance')}${what === undefined ? ' The table shows the same.' : ''}`}
      shapeOf={shapeOf}
      amountText={plainAmount}
      ticksOf={({ heights }) => heights.map(({ value, at }) => ({ label: groupDigits(value), at }))}
      readingAt={(shape, x) => {
        const point = shape.pointAt(x)
        return (
          point && {
            amount: point.balance,
            title: (
              <>
                {plainAmount(point.balance)} <span className="font-normal text-muted">{coin}</span>
              </>
            ),
            note: `since block ${groupDigits(point.height)}, ${formatTime(point.time)}`,
          }
        )
      }}
      className={className}
    />
  )
}

/** Text alternative of the picture. */
function description(points: readonly ChartPoint[], tip: number, coin: string, what: string): string {
  const last = points.at(-1)
  const first = points[0]
  if (!first || !last) return `No ${what.toLowerCase()} over time`
  const most = points.reduce((top, point) => (point.balance > top.balance ? point : top), first)
  return (
    `${what} from block ${groupDigits(first.height)} to block ${groupDigits(tip)}: ` +
    `at most ${plainAmount(most.balance)} ${coin} in block ${groupDigits(most.height)}, ` +
    `now ${plainAmount(last.balance)} ${coin}.`
  )
}
