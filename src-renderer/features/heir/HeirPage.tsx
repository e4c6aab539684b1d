import { useNavigate, useSearch } from '@tanstack/react-router'
import { Hourglass, Plus } from 'lucide-react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
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
import { Folded } from '../../ui/Folded.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'
import { StaleBadge } from '../../ui/StaleBadge.tsx'
import { canClaim, type Inheritance } from './order.ts'
import { PlanList } from './PlanList.tsx'

const PlanDialog = onDemand(() => import('./PlanDialog.tsx').then((module) => module.PlanDialog))
const AmountDialog = onDemand(() => import('./AmountDialog.tsx').then((module) => module.AmountDialog))

type InheritanceList = MethodResult<'listinheritances'>

/** Lists inheritances: coins or tokens that an heir can claim after their owner has been inactive for a set time. */
export function HeirPage() {
  const { act, of } = useSearch({ from: '/inheritance' })
  const navigate = useNavigate({ from: '/inheritance' })
  const connection = useConnection()
  const list = useRpc('listinheritances', {})
  const { data } = list
  const coin = useCoinUnit()
  const close = () => void navigate({ search: {} })
  const plan = data?.rows.find(({ txid }) => txid === of)
  return (
    <PageLayout
      title={t('frame:page.inheritance')}
      beside={<StaleBadge updatedAt={list.dataUpdatedAt} stale={list.isRefetchError || connection.state !== 'live'} />}
      actions={
        <Button
          // If an inheritance can be claimed, the claim is the primary action.
          variant={data?.rows.some(canClaim) ? 'secondary' : 'primary'}
          disabled={data?.usable !== 'yes'}
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => void navigate({ search: { act: 'plan' } })}
        >
          {t('heir:setUp')}
        </Button>
      }
    >
      <Panel name={t('frame:page.inheritance')}>
        {data ? (
          <Lists
            data={data}
            coin={coin}
            onAct={(next, { txid }) => void navigate({ search: { act: next, of: txid } })}
          />
        ) : (
          <Card>
            {list.error ? (
              <RpcErrorState error={list.error} onRetry={() => void list.refetch()} />
            ) : (
              <SkeletonLines lines={6} />
            )}
          </Card>
        )}
      </Panel>
      {act === 'plan' && data?.usable === 'yes' ? (
        <PlanDialog coin={coin} ownKey={data.pubkey} onClose={close} />
      ) : null}
      {(act === 'add' || act === 'claim') && plan ? (
        <AmountDialog key={`${act} ${plan.txid}`} kind={act} plan={plan} coin={coin} onClose={close} />
      ) : null}
    </PageLayout>
  )
}

interface ListsProps {
  readonly data: InheritanceList
  readonly coin: string
  onAct(act: 'add' | 'claim', plan: Inheritance): void
}

function Lists({ data, coin, onAct }: ListsProps) {
  const { usable, rows, total, time } = data
  if (usable !== 'yes') {
    return (
      <Card>
        <EmptyState icon={<Hourglass />} title={t(`heir:lacks.${usable}.title`)}>
          {t(`heir:lacks.${usable}.text`)}
        </EmptyState>
      </Card>
    )
  }
  const plans = rows.filter(({ own, inherits }) => own || inherits)
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-180 text-muted">{t('heir:intro')}</p>
      <PlanList
        time={time}
        coin={coin}
        source={<CallSource calls={[shownCall('listinheritances', {})]} />}
        onAct={onAct}
        plans={plans}
      />
      {total > rows.length ? <p className="text-muted">{t('heir:list.more', { shown: rows.length, total })}</p> : null}
      <Folded label={t('heir:how.title')}>
        <ul className="mt-2 flex max-w-180 list-disc flex-col gap-1 pl-9 text-muted">
          <li>{t('heir:how.spend')}</li>
          <li>{t('heir:how.rest')}</li>
          <li>{t('heir:how.clock')}</li>
        </ul>
      </Folded>
    </div>
  )
}
