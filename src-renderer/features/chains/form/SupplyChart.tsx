import { useCallback, useId } from 'react'
import { COIN } from '#shared/units.ts'
import { t } from '../../../i18n/texts.ts'
import { AreaChart } from '../../../ui/Chart/AreaChart.tsx'
import type { PlotArea } from '../../../ui/Chart/scales.ts'
import { formatDuration, groupDigits } from '../../../ui/format.ts'
import { shortCoins, wholeCoins } from './amountText.ts'
import { type SupplySample, supplyAt, supplyFigures, supplyShape } from './supplyShape.ts'

export interface SupplyChartProps {
  readonly points: readonly SupplySample[]
  /** in satoshis, or null if issuance does not end in the time shown */
  readonly final: bigint | null
  readonly coin: string
  /** True if the figures belong to the last valid form, not to the present one. */
  readonly stale: boolean
}

/** Shows the coins over the years, as a chart and as figures. */
export function SupplyChart({ points, final, coin, stale }: SupplyChartProps) {
  const figures = supplyFigures(points, final)
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="@container">
      <div className="grid @md:grid-cols-[minmax(0,1fr)_200px] items-start gap-4">
        <div className="min-w-0">
          <h3 id={heading} className="mb-2 font-medium">
            {t('chains:chart.title')}
            {stale ? <span className="font-normal text-12 text-muted"> {t('chains:chart.stale')}</span> : null}
          </h3>
          <Picture points={points} coin={coin} stale={stale} />
        </div>
        <dl className="text-12">
          {figures.map(({ label, supply }) => (
            <div key={label} className="flex justify-between gap-3 border-b py-1.5 last:border-b-0">
              <dt className="text-muted">{label}</dt>
              <dd className="text-right font-medium">{wholeCoins(supply)}</dd>
            </div>
          ))}
          {points.length > 0 && final === null ? (
            <div className="flex justify-between gap-3 py-1.5">
              <dt className="text-muted">{t('chains:chart.end')}</dt>
              <dd className="text-right font-medium">{t('chains:understood.notWithin')}</dd>
            </div>
          ) : null}
        </dl>
      </div>
    </section>
  )
}

function Picture({ points, coin, stale }: Pick<SupplyChartProps, 'points' | 'coin' | 'stale'>) {
  const layout = useCallback((area: PlotArea) => supplyShape(points, area), [points])
  return (
    <AreaChart
      label={t('chains:chart.label', { name: coin || t('chains:chart.theChain') })}
      layout={layout}
      amountText={shortCoins}
      labelsBelow={({ times }) => times}
      readAt={(shape, x) => {
        const time = shape.timeAt(x)
        const supply = supplyAt(points, time)
        return {
          amount: supply,
          title: (
            <>
              {groupDigits(supply / COIN)} <span className="font-normal text-muted">{coin}</span>
            </>
          ),
          note: t('chains:chart.after', { duration: formatDuration(time) }),
        }
      }}
      faded={stale}
      className="h-[190px]"
    />
  )
}
