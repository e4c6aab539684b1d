/** Computes the line of the supply over time, and lists a few figures. */
import { scaleLinear } from 'd3-scale'
import { t } from '../../../i18n/texts.ts'
import type { AreaShape } from '../../../ui/Chart/AreaChart.tsx'
import type { AxisLabel } from '../../../ui/Chart/axes.tsx'
import { areaPath, linePath, type PathPoint } from '../../../ui/Chart/paths.ts'
import { amountScale, amountTicks, type PlotArea, wholeTicks } from '../../../ui/Chart/scales.ts'

export interface SupplySample {
  readonly height: number
  /** seconds since block 1 */
  readonly time: number
  /** satoshis */
  readonly supply: bigint
}

export interface SupplyShape extends AreaShape {
  readonly times: readonly AxisLabel[]
  /** @returns the time in seconds at `x` px from the left */
  timeAt(x: number): number
}

const DAY = 86_400
export const YEAR = 365.25 * DAY
/** Units of the time axis. The chosen unit is the first that fits into the span at least MIN_UNITS times. */
const UNITS = [
  { seconds: YEAR, name: 'years' },
  { seconds: DAY, name: 'days' },
  { seconds: 3600, name: 'hours' },
  { seconds: 60, name: 'minutes' },
] as const
const MIN_UNITS = 3
/** Time span shown for a supply that never changes. */
const FLAT_SPAN = 10 * YEAR
const RESOLUTION = 1_000_000n

/** Returns the coins at a time in satoshis, interpolated between two points. */
export function supplyAt(points: readonly SupplySample[], time: number): bigint {
  const after = points.findIndex((point) => point.time > time)
  const last = points[after === -1 ? points.length - 1 : Math.max(0, after - 1)]
  const next = after > 0 ? points[after] : undefined
  if (!last) return 0n
  if (!next || next.time === last.time) return last.supply
  const share = BigInt(Math.round(((time - last.time) / (next.time - last.time)) * Number(RESOLUTION)))
  return last.supply + ((next.supply - last.supply) * share) / RESOLUTION
}

/** Returns the seconds that the chart covers. */
export function computeSpan(points: readonly SupplySample[]): number {
  const last = points.at(-1)?.time ?? 0
  return last > 0 ? last : FLAT_SPAN
}

export function supplyShape(points: readonly SupplySample[], box: PlotArea): SupplyShape {
  const span = computeSpan(points)
  const top = points.reduce((most, { supply }) => (supply > most ? supply : most), 0n)
  const x = scaleLinear().domain([0, span]).range([0, box.width])
  const amounts = amountScale(top, 4, box.height)
  const y = (supply: bigint) => amounts(Number(supply))
  const unit = UNITS.find(({ seconds }) => span >= seconds * MIN_UNITS) ?? { seconds: 1, name: 'seconds' as const }
  const counted = scaleLinear().domain([0, Math.floor(span / unit.seconds)])
  const ends = points.map(({ time, supply }): PathPoint => [x(time), y(supply)])
  const last = points.at(-1)
  if (last && last.time < span) ends.push([box.width, y(last.supply)])
  const line = linePath(ends)
  return {
    line,
    area: areaPath(line, box.height, 0),
    amounts: amountTicks(amounts),
    times: wholeTicks(counted, Math.max(2, Math.floor(box.width / 90))).map((count) => ({
      label: count === 0 ? t('chains:chart.start') : t(`ui:${unit.name}`, { value: count }),
      at: x(count * unit.seconds),
    })),
    y,
    timeAt: (at) => x.invert(at),
  }
}

export interface SupplyFigure {
  readonly label: string
  readonly supply: bigint
}

/** Years listed next to the chart. */
const YEARS = [1, 2, 5, 10, 20, 50]

export function supplyFigures(points: readonly SupplySample[], final: bigint | null): readonly SupplyFigure[] {
  const first = points[0]
  if (!first) return []
  const span = computeSpan(points)
  const between = YEARS.filter((years) => years * YEAR <= span * 1.001).map((years) => ({
    label: t('chains:chart.afterYears', { count: years }),
    supply: supplyAt(points, years * YEAR),
  }))
  return [
    { label: t('chains:chart.firstBlock'), supply: first.supply },
    ...between,
    ...(final === null ? [] : [{ label: t('chains:chart.end'), supply: final }]),
  ]
}
