import { useCallback } from 'react'
import { toSatoshis } from '../../../components/market/prices.ts'
import { t } from '../../../i18n/texts.ts'
import { labelTicks } from '../../../ui/Chart/axes.tsx'
import { Chart } from '../../../ui/Chart/Chart.tsx'
import { AreaMark, LineMark } from '../../../ui/Chart/marks.tsx'
import type { PlotArea } from '../../../ui/Chart/scales.ts'
import { groupDigits, plainAmount } from '../../../ui/format.ts'
import type { Ladder } from '../book/ladder.ts'
import { type DepthReading, depthShape } from './depthShape.ts'

export interface DepthChartProps {
  readonly ladder: Ladder
  readonly coin: string
  readonly className?: string | undefined
}

const MARGINS = { top: 8, right: 2, bottom: 20 }

/** Chart of the units bid and asked up to each price. */
export function DepthChart({ ladder, coin, className }: DepthChartProps) {
  const layout = useCallback((area: PlotArea) => depthShape(ladder, area), [ladder])
  return (
    <Chart
      layout={layout}
      describe={() =>
        t('market:chart.depthLabel', {
          asked: groupDigits(ladder.asks.at(-1)?.sum ?? 0n),
          wanted: groupDigits(ladder.bids.at(-1)?.sum ?? 0n),
        })
      }
      margins={MARGINS}
      values={{ side: 'right', labels: ({ units }) => labelTicks(units, groupDigits) }}
      below={{ ends: 'omitted', labels: ({ prices }) => labelTicks(prices, plainAmount) }}
      readAt={(shape, x) => {
        const reading = shape.readingAt(x)
        return reading && { tooltip: readingText(reading, coin) }
      }}
      className={className}
    >
      {({ shape: { asks, bids }, crosshair }) => (
        <>
          {bids ? (
            <>
              <AreaMark path={bids.area} className="fill-ok opacity-15" />
              <LineMark path={bids.line} className="stroke-ok" />
            </>
          ) : null}
          {asks ? (
            <>
              <AreaMark path={asks.area} className="fill-bad opacity-15" />
              <LineMark path={asks.line} className="stroke-bad" />
            </>
          ) : null}
          {crosshair}
        </>
      )}
    </Chart>
  )
}

const readingText = ({ side, rung }: DepthReading, coin: string): string =>
  t(`market:chart.told.${side}`, {
    ...{ amount: groupDigits(rung.sum), price: plainAmount(toSatoshis(rung.price)), coin },
  })
