import { Ban, PiggyBank, Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { t } from '../../i18n/texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { coinsAmount, plainAmount } from '../../ui/format.ts'
import { SafeText } from '../../ui/SafeText.tsx'
import { visibleString } from '../../ui/visibleText.ts'
import { grownBy, lockWords, type ShownPlan } from './terms.ts'

export interface PlansCardProps {
  readonly plans: readonly ShownPlan[]
  readonly coin: string
  onLock(plan: ShownPlan): void
  onAdd(plan: ShownPlan): void
  onMake(): void
}

/** Anybody can make plans, so only so many are shown at first. */
const SHOWN = 12
/** What an example is reckoned for. */
const HUNDRED = 10_000_000_000n

/** The plans of the chain with their terms; those that nobody should use at the end. */
export function PlansCard({ plans, coin, onLock, onAdd, onMake }: PlansCardProps) {
  const [shown, setShown] = useState(SHOWN)
  const sorted = [
    ...plans.filter(({ trouble }) => trouble === 'none'),
    ...plans.filter(({ trouble }) => trouble !== 'none'),
  ]
  return (
    <Card title={t('rewards:plans.title')} source={<CallSource calls={[shownCall('getrewards', {})]} />}>
      {plans.length === 0 ? (
        <EmptyState
          icon={<PiggyBank />}
          title={t('rewards:plans.empty')}
          action={<Button onClick={onMake}>{t('rewards:plan.title')}</Button>}
        >
          {t('rewards:plans.emptyHint')}
        </EmptyState>
      ) : (
        <>
          <ul aria-label={t('rewards:plans.title')} className="grid grid-cols-1 gap-3 min-[1180px]:grid-cols-2">
            {sorted.slice(0, shown).map((plan) => (
              <PlanItem key={plan.fundingtxid} plan={plan} coin={coin} onLock={onLock} onAdd={onAdd} />
            ))}
          </ul>
          {sorted.length > shown ? (
            <Button className="mt-3" onClick={() => setShown(shown + SHOWN)}>
              {t('rewards:plans.more', { count: sorted.length - shown })}
            </Button>
          ) : null}
        </>
      )}
    </Card>
  )
}

type ItemProps = Pick<PlansCardProps, 'coin' | 'onLock' | 'onAdd'> & { readonly plan: ShownPlan }

function PlanItem({ plan, coin, onLock, onAdd }: ItemProps) {
  const { trouble, apr, mindeposit, funding, locked } = plan
  const name = visibleString(plan.name, 8)
  const empty = funding < mindeposit
  return (
    <li className="flex flex-col gap-3 rounded-md border p-4">
      <div className="flex items-center gap-2">
        <h3 className="min-w-0 truncate font-semibold text-14">
          <SafeText text={plan.name} max={8} />
        </h3>
        {trouble === 'none' ? null : (
          <Badge tone="bad" icon={<Ban aria-hidden className="size-3.5" />}>
            {t('rewards:plans.avoid')}
          </Badge>
        )}
        <span className="ml-auto font-semibold text-16">{t('rewards:plans.rate', { rate: coinsAmount(apr) })}</span>
      </div>
      <p className="text-muted">{trouble === 'none' ? lockWords(plan) : t(`rewards:plans.trouble.${trouble}`)}</p>
      <FactList
        facts={[
          { label: t('rewards:plans.least'), value: `${plainAmount(mindeposit)} ${coin}` },
          ...(trouble === 'none'
            ? [
                {
                  label: t('rewards:plans.example', { amount: plainAmount(HUNDRED), coin }),
                  value: `+${plainAmount(grownBy(HUNDRED, plan.maxseconds, plan))} ${coin}`,
                },
              ]
            : []),
          { label: t('rewards:plans.pool'), value: `${plainAmount(funding)} ${coin}` },
          { label: t('rewards:plans.locked'), value: `${plainAmount(locked)} ${coin}` },
          {
            label: t('rewards:plans.made'),
            value: <ChainLink to={{ kind: 'transaction', id: plan.fundingtxid }} />,
          },
        ]}
      />
      {trouble === 'none' ? (
        <div className="mt-auto flex flex-wrap items-center justify-end gap-2">
          {empty ? (
            <p className="flex basis-full gap-1.5 text-12 text-warn">
              <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
              {t('rewards:plans.poolEmpty')}
            </p>
          ) : null}
          <Button
            size="sm"
            aria-label={t('rewards:plans.addTo', { name })}
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => onAdd(plan)}
          >
            {t('rewards:plans.add')}
          </Button>
          <Button
            size="sm"
            variant="primary"
            disabled={empty}
            aria-label={t('rewards:plans.lockIn', { name })}
            onClick={() => onLock(plan)}
          >
            {t('rewards:plans.lock')}
          </Button>
        </div>
      ) : null}
    </li>
  )
}
