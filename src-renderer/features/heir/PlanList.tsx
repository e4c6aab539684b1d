import { Hourglass, Inbox, LockOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { CONTRACT_ACTIONS } from '#shared/protocol/evalCodes.ts'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { useKnownName } from '../../components/people/names.ts'
import { useEndName } from '../../components/people/useEndName.ts'
import { UnconfirmedActs, useUnconfirmedActs } from '../../components/walletHistory/UnconfirmedActs.tsx'
import { t } from '../../i18n/texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { Folded } from '../../ui/Folded.tsx'
import { formatTime } from '../../ui/format.ts'
import { Hash } from '../../ui/Hash.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { visibleString } from '../../ui/visibleText.ts'
import { canClaim, claimableAmount, formatPlanAmount, type Inheritance } from './order.ts'
import { formatDue } from './waiting.ts'

export interface PlanListProps {
  readonly plans: readonly Inheritance[]
  /** time of the tip in unix seconds */
  readonly time: number
  readonly coin: string
  readonly source: ReactNode
  onAct(act: 'add' | 'claim', plan: Inheritance): void
}

/** Lists the inheritances that this wallet owns or is the heir for. */
export function PlanList({ plans, source, ...rest }: PlanListProps) {
  const unconfirmed = useUnconfirmedActs(CONTRACT_ACTIONS.heir)
  return (
    <Card title={t('heir:list.label')} source={source}>
      <UnconfirmedActs rows={unconfirmed} />
      {plans.length > 0 ? (
        <ul aria-label={t('heir:list.label')}>
          {plans.map((plan) => (
            <Row key={plan.txid} {...rest} plan={plan} />
          ))}
        </ul>
      ) : unconfirmed.length === 0 ? (
        <EmptyState icon={<Hourglass />} title={t('heir:list.empty')}>
          {t('heir:list.emptyHint')}
        </EmptyState>
      ) : null}
    </Card>
  )
}

interface RowProps extends Omit<PlanListProps, 'plans' | 'source'> {
  readonly plan: Inheritance
}

function Row({ plan, time, coin, onAct }: RowProps) {
  const { own, heir, owner } = plan
  const held = claimableAmount(plan)
  const other = own ? heir : owner
  const known = useKnownName(other)?.name
  const name = useEndName(other)
  const title = visibleString(plan.name, 60)
  return (
    <li className="flex flex-col gap-2 border-t py-3 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="wrap-anywhere min-w-0 font-semibold text-14">
          <SafeText text={plan.name || t('heir:noName')} max={60} />
        </h3>
        <span className="text-muted">{t(own ? 'heir:list.for' : 'heir:list.from', { name })}</span>
        <State plan={plan} />
        <span className="ml-auto font-semibold text-14">{formatPlanAmount(held, plan.token, coin)}</span>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 max-[479px]:min-w-40 text-muted">
          {formatDue(plan, time, known ?? t(own ? 'heir:wait.own.heir' : 'heir:wait.heir.owner'))}
        </p>
        {own ? (
          <Button size="sm" aria-label={t('heir:add.title', { name: title })} onClick={() => onAct('add', plan)}>
            {t('heir:add.short')}
          </Button>
        ) : null}
        {own || plan.allowed ? (
          <Button
            size="sm"
            variant={canClaim(plan) ? 'primary' : 'secondary'}
            disabled={held === 0n}
            aria-label={t('heir:claim.title', { name: title })}
            onClick={() => onAct('claim', plan)}
          >
            {t('heir:claim.short')}
          </Button>
        ) : null}
      </div>
      <Folded label={t('heir:list.details')} className="text-12">
        <FactList
          className="mt-1 text-12"
          facts={[
            {
              label: t('heir:list.since'),
              value: plan.since === null ? t('heir:wait.unknown') : formatTime(plan.since),
            },
            { label: t('heir:list.transaction'), value: <ChainLink to={{ kind: 'transaction', id: plan.txid }} /> },
            {
              label: t(own ? 'heir:list.for' : 'heir:list.from', { name }),
              value: <Hash value={other} label={t('heir:list.key')} />,
            },
          ]}
        />
      </Folded>
    </li>
  )
}

function State({ plan }: { readonly plan: Inheritance }) {
  if (claimableAmount(plan) === 0n)
    return <Badge icon={<Inbox aria-hidden className="size-3" />}>{t('heir:state.empty')}</Badge>
  if (plan.allowed) {
    return (
      <Badge tone={plan.own ? 'warn' : 'ok'} icon={<LockOpen aria-hidden className="size-3" />}>
        {t('heir:state.open')}
      </Badge>
    )
  }
  return (
    <Badge tone="accent" icon={<Hourglass aria-hidden className="size-3" />}>
      {t('heir:state.waiting')}
    </Badge>
  )
}
