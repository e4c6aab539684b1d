import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { LuckCurve } from '../../components/luckCurve/LuckCurve.tsx'
import type { MinerStatus } from '../../components/mining/minerTexts.ts'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { computeOdds, formatWait } from './odds.ts'

export function OddsCard() {
  const miner = useRpc('getminerstatus', {})
  return (
    <Card title={t('mining:odds.title')} source={<CallSource calls={[shownCall('getminerstatus', {})]} />}>
      {miner.data ? (
        <Picture miner={miner.data} />
      ) : miner.error ? (
        <RpcErrorState error={miner.error} compact onRetry={() => void miner.refetch()} />
      ) : (
        <div className="flex flex-col gap-3">
          <Skeleton className="h-44" />
          <Skeleton className="h-16" />
        </div>
      )}
    </Card>
  )
}

function Picture({ miner }: { readonly miner: MinerStatus }) {
  const { chance, rate } = miner
  const { half, most: max, median, p95 } = computeOdds(miner)
  const [within, mostWithin] =
    rate > 0
      ? [formatWait(median), formatWait(p95)]
      : [half, max].map((solutions) => t('mining:odds.solutions', { value: Math.ceil(solutions) }))
  return (
    <div className="flex flex-col gap-3">
      <LuckCurve
        label={t('mining:odds.label', { half: within, most: mostWithin })}
        chance={chance}
        unit={t('mining:odds.unit')}
        attempts={undefined}
        rate={rate}
        median={half}
        p95={max}
        running={false}
      />
      <p>
        <Trans
          i18nKey="mining:odds.sentence"
          components={{
            half: <strong className="font-semibold">{within}</strong>,
            most: <strong className="font-semibold">{mostWithin}</strong>,
          }}
        />{' '}
        <span className="text-muted">
          {t('mining:odds.independent')}
          {rate > 0 ? '' : ` ${t('mining:odds.later')}`}
        </span>
      </p>
    </div>
  )
}
