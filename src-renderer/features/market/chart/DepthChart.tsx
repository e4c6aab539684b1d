import { useCallback } from 'react'
import { satoshisOf } from '../../../components/market/prices.ts'
import { t } from '../../../i18n/texts.ts'
import { cn } from '../../../ui/cn.ts'
import { groupDigits, plainAmount } from '../../../ui/format.ts'
import type { Ladder } from '../book/ladder.ts'
import { type DepthReading, type DepthShape, depthShape } from './depthShape.ts'
import { type PlotArea, PlotAxes, PlotBox, usePlot } from './PlotBox.tsx'

export interface DepthChartProps {
  readonly ladder: Ladder
  readonly coin: string
  readonly className?: string | undefined
}

/** px above */
const TOP = 8

const labelsOf = ({ units }: DepthShape): readonly string[] => units.map(({ value }) => groupDigits(value))

/** How many units are wanted and offered up to each price. */
export function DepthChart({ ladder, coin, className }: DepthChartProps) {
  const shapeAt = useCallback((area: PlotArea) => depthShape(ladder, area), [ladder])
  const plot = usePlot(shapeAt, labelsOf, TOP)
  const { shape, pointer, width, height } = plot
  const reading = pointer === undefined || pointer > width ? undefined : shape.readingAt(pointer)
  return (
    <PlotBox
      plot={plot}
      className={className}
      label={t('market:chart.depthLabel', {
        asked: groupDigits(ladder.asks.at(-1)?.sum ?? 0n),
        wanted: groupDigits(ladder.bids.at(-1)?.sum ?? 0n),
      })}
      after={
        reading && pointer !== undefined ? (
          <Told reading={reading} coin={coin} x={pointer} before={pointer > width / 2} />
        ) : null
      }
    >
      <PlotAxes
        width={width}
        height={height}
        values={shape.units.map(({ value, at }) => ({ at, label: groupDigits(value) }))}
        below={shape.prices.map(({ value, at }) => ({ at, label: plainAmount(value) }))}
      />
      <SideArea side={shape.bids} colour="stroke-ok" fill="fill-ok" />
      <SideArea side={shape.asks} colour="stroke-bad" fill="fill-bad" />
      {reading && pointer !== undefined ? (
        <line x1={pointer} x2={pointer} y1={0} y2={height} className="stroke-line-strong" strokeDasharray="3 3" />
      ) : null}
    </PlotBox>
  )
}

function SideArea(props: {
  readonly side: DepthShape['asks']
  readonly colour: 'stroke-ok' | 'stroke-bad'
  readonly fill: 'fill-ok' | 'fill-bad'
}) {
  const { side, colour, fill } = props
  if (!side) return null
  return (
    <>
      <path d={side.area} className={cn(fill, 'opacity-15')} />
      <path d={side.line} className={cn('fill-none', colour)} strokeWidth={1.75} strokeLinejoin="round" />
    </>
  )
}

interface ToldProps {
  readonly reading: DepthReading
  readonly coin: string
  readonly x: number
  readonly before: boolean
}

function Told({ reading: { side, rung }, coin, x, before }: ToldProps) {
  return (
    <p
      aria-hidden
      className={cn(
        'pointer-events-none absolute top-1 whitespace-nowrap rounded-md border bg-raised px-2.5 py-1.5 text-12 shadow-float',
        before && '-translate-x-full',
      )}
      style={{ left: x + (before ? -10 : 10) }}
    >
      {t(`market:chart.told.${side}`, {
        ...{ amount: groupDigits(rung.sum), price: plainAmount(satoshisOf(rung.price)), coin },
      })}
    </p>
  )
}
