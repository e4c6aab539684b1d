import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { formatSeconds, formatShare } from '../../components/luck.ts'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { STAKE_HOURS, type StakingStatus, stakeChance } from './stakeOdds.ts'

/** Shows the probability of a block in the next hours, and its value. */
export function StakeOdds() {
  const staking = useRpc('getstakingstatus', {})
  return (
    <Card title={t('mining:stake.odds.title')} source={<CallSource calls={[shownCall('getstakingstatus', {})]} />}>
      {staking.data ? (
        <Odds status={staking.data} />
      ) : staking.error ? (
        <RpcErrorState error={staking.error} compact onRetry={() => void staking.refetch()} />
      ) : (
        <Skeleton className="h-32" />
      )}
    </Card>
  )
}

function Odds({ status: { prospects, count } }: { readonly status: StakingStatus }) {
  const { tested, first, spacing } = prospects
  if (count === 0) return <p className="text-muted">{t('mining:stake.odds.noCoin')}</p>
  if (tested === 0) return <p className="text-muted">{t('mining:stake.odds.tooSoon')}</p>
  return (
    <div className="flex flex-col gap-3">
      <dl className="flex flex-col gap-2">
        {STAKE_HOURS.map((hours) => (
          <Row
            key={hours}
            label={t('mining:stake.odds.within', { count: hours })}
            found={stakeChance(prospects, hours)}
          />
        ))}
      </dl>
      <p>
        {t('mining:stake.odds.tried', { count: tested, first })}{' '}
        <span className="text-muted">
          {t('mining:stake.odds.luck', { spacing: formatSeconds(Math.round(spacing)) })}
        </span>
      </p>
    </div>
  )
}

function Row({ label, found }: { readonly label: string; readonly found: ReturnType<typeof stakeChance> }) {
  const share = found ? formatShare(found.chance) : '—'
  return (
    <div className="grid grid-cols-[7.5rem_1fr_7.5rem] items-center gap-3">
      <dt className="text-muted">{label}</dt>
      <dd className="col-start-3 row-start-1 text-right font-semibold">
        {found?.bound ? t('mining:stake.odds.below', { share }) : share}
      </dd>
      <span aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
        <span
          className="block h-full rounded-full bg-accent"
          style={{ width: `${Math.round((found?.chance ?? 0) * 100)}%` }}
        />
      </span>
    </div>
  )
}
