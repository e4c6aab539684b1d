import { Hourglass, Inbox, LockOpen, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { useKnownName } from '../../components/people/names.ts'
import { t } from '../../i18n/texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatTime } from '../../ui/format.ts'
import { Hash } from '../../ui/Hash.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { visibleString } from '../../ui/visibleText.ts'
import { amountWords, heldBy, type Inheritance } from './order.ts'
import { dueWords } from './waiting.ts'

export interface PlanListProps {
  readonly side: 'own' | 'inherited'
  readonly plans: readonly Inheritance[]
  /** of the tip, unix seconds */
  readonly time: number
  readonly coin: string
  readonly source: ReactNode
  onAct(act: 'add' | 'claim', plan: Inheritance): void
}

/** Inheritances of one's own, or those of which one is the heir. */
export function PlanList({ side, plans, source, ...rest }: PlanListProps) {
  return (
    <Card title={t(`heir:list.${side}`)} source={source}>
      {plans.length === 0 ? (
        <EmptyState icon={side === 'own' ? <Hourglass /> : <Inbox />} title={t(`heir:list.${side}Empty`)}>
          {t(`heir:list.${side}Hint`)}
        </EmptyState>
      ) : (
        <ul aria-label={t(`heir:list.${side}`)}>
          {plans.map((plan) => (
            <Row key={plan.txid} {...rest} side={side} plan={plan} />
          ))}
        </ul>
      )}
    </Card>
  )
}

interface RowProps extends Omit<PlanListProps, 'plans' | 'source'> {
  readonly plan: Inheritance
}

function Row({ plan, side, time, coin, onAct }: RowProps) {
  const held = heldBy(plan)
  const own = side === 'own'
  const name = visibleString(plan.name, 60)
  return (
    <li className="flex flex-col gap-2 border-t py-3 first:border-t-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="wrap-anywhere min-w-0 font-semibold">
          <SafeText text={plan.name || t('heir:noName')} max={60} />
        </h3>
        <span className="font-medium">{amountWords(held, plan.token, coin)}</span>
      </div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
        <State plan={plan} />
        <span>{held === 0n ? t('heir:wait.empty') : dueWords(plan, time)}</span>
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-12">
        <Fact name={t(own ? 'heir:list.heir' : 'heir:list.owner')}>
          <Person pubkey={own ? plan.heir : plan.owner} />
        </Fact>
        <Fact name={t('heir:list.since')}>{plan.since === null ? t('heir:wait.unknown') : formatTime(plan.since)}</Fact>
        <Fact name={t('heir:list.transaction')}>
          <ChainLink to={{ kind: 'transaction', id: plan.txid }} />
        </Fact>
      </dl>
      <div className="flex gap-2">
        {own ? (
          <Button size="sm" aria-label={t('heir:add.title', { name })} onClick={() => onAct('add', plan)}>
            {t('heir:add.short')}
          </Button>
        ) : null}
        {own || plan.allowed ? (
          <Button
            size="sm"
            variant={own ? 'secondary' : 'primary'}
            disabled={held === 0n}
            aria-label={t('heir:claim.title', { name })}
            onClick={() => onAct('claim', plan)}
          >
            {t('heir:claim.short')}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

function State({ plan }: { readonly plan: Inheritance }) {
  if (heldBy(plan) === 0n) return <Badge icon={<Inbox aria-hidden className="size-3" />}>{t('heir:state.empty')}</Badge>
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

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-center gap-1.5">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** By name, else the key. */
function Person({ pubkey }: { readonly pubkey: string }) {
  const name = useKnownName(pubkey)?.name
  if (name === undefined) return <Hash value={pubkey} label={t('heir:list.key')} />
  return (
    <span className="inline-flex items-center gap-1 font-medium">
      <UserRound aria-hidden className="size-3.5 text-muted" />
      <SafeText text={name} max={40} />
    </span>
  )
}
