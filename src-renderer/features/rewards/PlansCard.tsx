import { Ban, PiggyBank, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { UnconfirmedActs, useUnconfirmedActs } from '../../components/walletHistory/UnconfirmedActs.tsx'
import { t } from '../../i18n/texts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { Folded } from '../../ui/Folded.tsx'
import { coinsAmount, plainAmount } from '../../ui/format.ts'
import { SafeText } from '../../ui/SafeText.tsx'
import { visibleString } from '../../ui/visibleText.ts'
import { formatLockTerms, grownBy, type ShownPlan } from './terms.ts'

export interface PlansCardProps {
  readonly plans: readonly ShownPlan[]
  readonly coin: string
  /** True if locking is the primary action on the page. */
  readonly primary: boolean
  onLock(plan: ShownPlan): void
  onAdd(plan: ShownPlan): void
}

/** Number of plans shown at first: anyone can create plans. */
const SHOWN = 12
/** Amount of the example in satoshis. */
const HUNDRED = 10_000_000_000n

/** Lists the plans of the chain with their terms. Plans that should not be used are last. */
export function PlansCard({ plans, coin, primary, onLock, onAdd }: PlansCardProps) {
  const [shown, setShown] = useState(SHOWN)
  const unconfirmed = useUnconfirmedActs(['rewards-plan', 'rewards-add'])
  const sorted = [
    ...plans.filter(({ trouble }) => trouble === 'none'),
    ...plans.filter(({ trouble }) => trouble !== 'none'),
  ]
  const first = primary ? sorted.find(takesCoins) : undefined
  return (
    <Card title={t('rewards:plans.title')} source={<CallSource calls={[shownCall('getrewards', {})]} />}>
      <UnconfirmedActs rows={unconfirmed} />
      {plans.length === 0 ? (
        unconfirmed.length === 0 ? (
          <EmptyState icon={<PiggyBank />} title={t('rewards:plans.empty')}>
            {t('rewards:plans.emptyHint')}
          </EmptyState>
        ) : null
      ) : (
        <>
          <ul aria-label={t('rewards:plans.title')} className="flex flex-col">
            {sorted.slice(0, shown).map((plan) => (
              <PlanItem
                key={plan.fundingtxid}
                plan={plan}
                coin={coin}
                primary={plan === first}
                onLock={onLock}
                onAdd={onAdd}
              />
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

/** Returns true if coins can be locked in the plan now. */
const takesCoins = ({ trouble, funding, mindeposit }: ShownPlan): boolean => trouble === 'none' && funding >= mindeposit

type ItemProps = Pick<PlansCardProps, 'coin' | 'primary' | 'onLock' | 'onAdd'> & { readonly plan: ShownPlan }

function PlanItem({ plan, coin, primary, onLock, onAdd }: ItemProps) {
  const { trouble, apr } = plan
  const usable = trouble === 'none'
  return (
    <li className="flex flex-col gap-1.5 border-t py-3 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 truncate font-semibold text-14">
          <SafeText text={plan.name} max={8} />
        </h3>
        <span className="font-medium">{t('rewards:plans.rate', { rate: coinsAmount(apr) })}</span>
        {usable ? null : (
          <Badge tone="bad" icon={<Ban aria-hidden className="size-3.5" />}>
            {t('rewards:plans.avoid')}
          </Badge>
        )}
        {usable ? (
          <Button
            size="sm"
            variant={primary ? 'primary' : 'secondary'}
            disabled={!takesCoins(plan)}
            className="ml-auto"
            aria-label={t('rewards:plans.lockIn', { name: visibleString(plan.name, 8) })}
            onClick={() => onLock(plan)}
          >
            {t('rewards:plans.lock')}
          </Button>
        ) : null}
      </div>
      <p className="text-muted">
        {usable ? `${formatLockTerms(plan)} ${formatEarnings(plan, coin)}` : t(`rewards:plans.trouble.${trouble}`)}
      </p>
      {usable && !takesCoins(plan) ? (
        <p className="flex gap-1.5 text-12 text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {t('rewards:plans.poolEmpty')}
        </p>
      ) : null}
      <Folded label={t('rewards:details')} className="text-12">
        <PlanFacts plan={plan} coin={coin} onAdd={onAdd} />
      </Folded>
    </li>
  )
}

function formatEarnings(plan: ShownPlan, coin: string): string {
  const reward = plainAmount(grownBy(HUNDRED, plan.maxseconds, plan))
  return t('rewards:plans.earns', { amount: plainAmount(HUNDRED), reward, coin })
}

function PlanFacts({ plan, coin, onAdd }: Omit<ItemProps, 'primary' | 'onLock'>) {
  const amount = (label: string, satoshis: bigint) => ({ label, value: `${plainAmount(satoshis)} ${coin}` })
  return (
    <div className="mt-1 flex flex-col items-start gap-2 text-12">
      <FactList
        className="w-full"
        facts={[
          amount(t('rewards:plans.least'), plan.mindeposit),
          amount(t('rewards:plans.pool'), plan.funding),
          amount(t('rewards:plans.locked'), plan.locked),
          { label: t('rewards:plans.made'), value: <ChainLink to={{ kind: 'transaction', id: plan.fundingtxid }} /> },
        ]}
      />
      {plan.trouble === 'none' ? (
        <Button
          size="sm"
          aria-label={t('rewards:plans.addTo', { name: visibleString(plan.name, 8) })}
          onClick={() => onAdd(plan)}
        >
          {t('rewards:plans.add')}
        </Button>
      ) : null}
    </div>
  )
}
