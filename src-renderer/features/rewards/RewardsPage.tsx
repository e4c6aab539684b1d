import { useNavigate, useSearch } from '@tanstack/react-router'
import { PiggyBank } from 'lucide-react'
import { useState } from 'react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { PageLayout } from '../../components/PageLayout.tsx'
import { Panel } from '../../components/Panel.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { useCoinUnit } from '../../node/coin.ts'
import { useConnection } from '../../node/context.tsx'
import { useRpc } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StaleBadge } from '../../ui/StaleBadge.tsx'
import { LocksCard } from './LocksCard.tsx'
import { PlansCard } from './PlansCard.tsx'
import type { RewardsSearch } from './search.ts'
import type { Lock, ShownPlan } from './terms.ts'

const PayInDialog = onDemand(() => import('./PayInDialog.tsx').then((module) => module.PayInDialog))
const RewardsPlanDialog = onDemand(() => import('./RewardsPlanDialog.tsx').then((module) => module.RewardsPlanDialog))
const UnlockRewardDialog = onDemand(() =>
  import('./UnlockRewardDialog.tsx').then((module) => module.UnlockRewardDialog),
)

/** The rewards page: the plans of the chain, and the coins that this wallet has locked in them. */
export function RewardsPage() {
  const navigate = useNavigate({ from: '/rewards' })
  const connection = useConnection()
  const rewards = useRpc('getrewards', {})
  const { data } = rewards
  const coin = useCoinUnit()
  const setSearch = (search: RewardsSearch) => void navigate({ search })
  const ready = data?.state === 'ready'
  return (
    <PageLayout
      title={t('frame:page.rewards')}
      beside={
        <StaleBadge updatedAt={rewards.dataUpdatedAt} stale={rewards.isRefetchError || connection.state !== 'live'} />
      }
      actions={
        <Button
          variant={data?.plans.length === 0 ? 'primary' : 'secondary'}
          disabled={!ready}
          onClick={() => setSearch({ act: 'plan' })}
        >
          {t('rewards:plan.title')}
        </Button>
      }
    >
      {data === undefined ? (
        <Card title={t('rewards:plans.title')}>
          {rewards.error ? (
            <RpcErrorState error={rewards.error} compact onRetry={() => void rewards.refetch()} />
          ) : (
            <Skeleton className="h-40 w-full" />
          )}
        </Card>
      ) : data.state === 'ready' ? (
        <LocksAndPlans data={data} coin={coin} go={setSearch} />
      ) : (
        <Card>
          <EmptyState icon={<PiggyBank />} title={t(`rewards:off.${data.state}.title`)}>
            {t(`rewards:off.${data.state}.hint`)}
          </EmptyState>
        </Card>
      )}
    </PageLayout>
  )
}

interface LocksAndPlansProps {
  readonly data: MethodResult<'getrewards'>
  readonly coin: string
  go(search: RewardsSearch): void
}

/** Lists the own locks first, then the plans. */
function LocksAndPlans({ data, coin, go: setSearch }: LocksAndPlansProps) {
  const { locks, plans } = data
  return (
    <>
      <p className="max-w-180 text-muted">{t('rewards:intro')}</p>
      {locks.length > 0 ? (
        <Panel name={t('rewards:locks.title')}>
          <LocksCard
            locks={locks}
            plans={plans}
            coin={coin}
            onUnlock={({ txid }) => setSearch({ act: 'unlock', of: txid })}
          />
        </Panel>
      ) : null}
      <Panel name={t('rewards:plans.title')}>
        <PlansCard
          plans={plans}
          coin={coin}
          primary={!locks.some(({ state }) => state === 'ready')}
          onLock={({ fundingtxid }) => setSearch({ act: 'lock', of: fundingtxid })}
          onAdd={({ fundingtxid }) => setSearch({ act: 'add', of: fundingtxid })}
        />
      </Panel>
      <OpenDialog coin={coin} onClose={() => setSearch({})} />
    </>
  )
}

/** Opens the dialog named in the URL, unless its plan or lock is gone. */
function OpenDialog({ coin, onClose }: { readonly coin: string; onClose(): void }) {
  const { act, of } = useSearch({ from: '/rewards' })
  const { data } = useRpc('getrewards', {})
  const plans = data?.plans ?? []
  if (act === 'plan') return <RewardsPlanDialog coin={coin} taken={plans.map(({ name }) => name)} onClose={onClose} />
  if (act === 'unlock') return <OpenUnlock key={of} coin={coin} of={of} onClose={onClose} />
  const plan = plans.find(({ fundingtxid }) => fundingtxid === of)
  return (act === 'lock' || act === 'add') && plan ? (
    <PayInDialog key={of} kind={act} plan={plan} coin={coin} onClose={onClose} />
  ) : null
}

interface OpenUnlockProps {
  readonly coin: string
  readonly of: string | undefined
  onClose(): void
}

/** Keeps the dialog open after the unlock is confirmed, although the lock is then gone from the list. */
function OpenUnlock({ coin, of, onClose }: OpenUnlockProps) {
  const { data } = useRpc('getrewards', {})
  const [kept, keep] = useState<{ readonly lock: Lock; readonly plan: ShownPlan }>()
  const lock = data?.locks.find(({ txid }) => txid === of)
  const plan = data?.plans.find(({ fundingtxid }) => fundingtxid === lock?.fundingtxid)
  if (!kept && lock && plan) keep({ lock, plan })
  return kept ? <UnlockRewardDialog lock={kept.lock} plan={kept.plan} coin={coin} onClose={onClose} /> : null
}
