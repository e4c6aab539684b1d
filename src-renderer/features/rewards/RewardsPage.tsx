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
import { plainAmount } from '../../ui/format.ts'
import { KeyFigure, KeyFigures } from '../../ui/KeyFigure.tsx'
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

/** Rewards: the plans of the chain, and the coins of this wallet that grow in them. */
export function RewardsPage() {
  const navigate = useNavigate({ from: '/rewards' })
  const connection = useConnection()
  const rewards = useRpc('getrewards', {})
  const { data } = rewards
  const coin = useCoinUnit()
  const go = (search: RewardsSearch) => void navigate({ search })
  const ready = data?.state === 'ready'
  return (
    <PageLayout
      title={t('frame:page.rewards')}
      beside={
        <StaleBadge updatedAt={rewards.dataUpdatedAt} stale={rewards.isRefetchError || connection.state !== 'live'} />
      }
      actions={
        <Button disabled={!ready} onClick={() => go({ act: 'plan' })}>
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
        <LocksAndPlans data={data} coin={coin} go={go} />
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

/** What is locked comes first; where nothing is, what there is to lock coins in. */
function LocksAndPlans({ data, coin, go }: LocksAndPlansProps) {
  const locked = data.locks.length > 0
  const locks = (
    <Panel key="locks" name={t('rewards:locks.title')}>
      {locked ? <Figures locks={data.locks} coin={coin} /> : null}
      <LocksCard
        locks={data.locks}
        plans={data.plans}
        coin={coin}
        onUnlock={({ txid }) => go({ act: 'unlock', of: txid })}
      />
    </Panel>
  )
  const plans = (
    <Panel key="plans" name={t('rewards:plans.title')}>
      <PlansCard
        plans={data.plans}
        coin={coin}
        onLock={({ fundingtxid }) => go({ act: 'lock', of: fundingtxid })}
        onAdd={({ fundingtxid }) => go({ act: 'add', of: fundingtxid })}
        onMake={() => go({ act: 'plan' })}
      />
    </Panel>
  )
  return (
    <>
      {locked ? null : <p className="max-w-180 text-muted">{t('rewards:intro')}</p>}
      {locked ? [locks, plans] : [plans, locks]}
      <OpenDialog coin={coin} onClose={() => go({})} />
    </>
  )
}

function Figures({ locks, coin }: { readonly locks: readonly Lock[]; readonly coin: string }) {
  const sum = (pick: (lock: Lock) => bigint, of = locks) =>
    plainAmount(of.reduce((total, each) => total + pick(each), 0n))
  const ready = locks.filter(({ state }) => state === 'ready')
  return (
    <KeyFigures>
      <KeyFigure label={t('rewards:figures.locked')} value={sum(({ amount }) => amount)} note={coin} />
      <KeyFigure
        label={t('rewards:figures.earned')}
        value={sum(({ earned }) => earned)}
        note={t('rewards:figures.earnedNote')}
      />
      <KeyFigure
        label={t('rewards:figures.ready')}
        value={sum(({ amount, earned }) => amount + earned, ready)}
        note={t('rewards:figures.readyNote')}
      />
    </KeyFigures>
  )
}

/** The dialog that the address names. One whose plan or lock is gone is not shown. */
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

/** A lock is gone from the list once its unlock is in a block; the dialog still says so. */
function OpenUnlock({ coin, of, onClose }: OpenUnlockProps) {
  const { data } = useRpc('getrewards', {})
  const [kept, keep] = useState<{ readonly lock: Lock; readonly plan: ShownPlan }>()
  const lock = data?.locks.find(({ txid }) => txid === of)
  const plan = data?.plans.find(({ fundingtxid }) => fundingtxid === lock?.fundingtxid)
  if (!kept && lock && plan) keep({ lock, plan })
  return kept ? <UnlockRewardDialog lock={kept.lock} plan={kept.plan} coin={coin} onClose={onClose} /> : null
}
