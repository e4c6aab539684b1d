import { Hourglass, LockKeyhole, LockKeyholeOpen, type LucideIcon } from 'lucide-react'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { t } from '../../i18n/texts.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { Folded } from '../../ui/Folded.tsx'
import { amountAlone, plainAmount } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { dayAfter, type Lock, type ShownPlan } from './terms.ts'

export interface LocksCardProps {
  readonly locks: readonly Lock[]
  readonly plans: readonly ShownPlan[]
  readonly coin: string
  onUnlock(lock: Lock): void
}

const LOOKS: Readonly<Record<Lock['state'], { readonly tone: Tone; readonly icon: LucideIcon }>> = {
  waiting: { tone: 'warn', icon: Hourglass },
  locked: { tone: 'neutral', icon: LockKeyhole },
  ready: { tone: 'ok', icon: LockKeyholeOpen },
  leaving: { tone: 'warn', icon: Hourglass },
}

/** Lists locked coins of this wallet: their reward so far, and when they can be unlocked. */
export function LocksCard({ locks, plans, coin, onUnlock }: LocksCardProps) {
  return (
    <Card title={t('rewards:locks.title')}>
      <ul aria-label={t('rewards:locks.title')} className="flex flex-col">
        {locks.map((lock) => (
          <LockItem
            key={lock.txid}
            lock={lock}
            plan={plans.find(({ fundingtxid }) => fundingtxid === lock.fundingtxid)}
            coin={coin}
            onUnlock={onUnlock}
          />
        ))}
      </ul>
    </Card>
  )
}

type ItemProps = Pick<LocksCardProps, 'coin' | 'onUnlock'> & {
  readonly lock: Lock
  /** undefined if the plan is not in the list, so that the terms of the lock are unknown */
  readonly plan: ShownPlan | undefined
}

function LockItem({ lock, plan, coin, onUnlock }: ItemProps) {
  const { tone, icon: Icon } = LOOKS[lock.state]
  return (
    <li className="flex flex-col gap-2.5 border-b py-3 first:pt-0 last:border-b-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold text-14">
          {plainAmount(lock.amount)} {coin}
        </span>
        {plan ? (
          <span className="text-muted">
            <SafeText text={plan.name} max={8} />
          </span>
        ) : null}
        <Badge tone={tone} icon={<Icon aria-hidden className="size-3.5" />}>
          {t(`rewards:state.${lock.state}`)}
        </Badge>
        {plan && lock.state === 'ready' ? (
          <Button size="sm" variant="primary" className="ml-auto" onClick={() => onUnlock(lock)}>
            {t('rewards:locks.unlock')}
          </Button>
        ) : null}
      </div>
      <ProgressBar
        label={t('rewards:locks.grown', { amount: plainAmount(lock.earned), most: plainAmount(lock.most), coin })}
        {...grownShare(lock, plan)}
        unit=""
      />
      <p className="text-muted">{formatUnlockTime(lock, plan)}</p>
      <Folded label={t('rewards:details')} className="text-12">
        <FactList
          className="mt-1 text-12"
          facts={[
            { label: t('rewards:locks.transaction'), value: <ChainLink to={{ kind: 'transaction', id: lock.txid }} /> },
          ]}
        />
      </Folded>
    </li>
  )
}

/** Anyone can publish terms, so their numbers may be of any size. */
const capped = (count: bigint): number => Number(count > 1n << 52n ? 1n << 52n : count)

/** Returns the progress by time, or by the reward so far if the maximum time is unknown. */
function grownShare({ age, earned, most }: Lock, plan: ShownPlan | undefined) {
  if (plan === undefined) return { done: capped(earned), total: capped(most) }
  return { done: Math.min(age, capped(plan.maxseconds)), total: capped(plan.maxseconds) }
}

/** Formats when the coins can be unlocked, by the times of blocks. */
function formatUnlockTime(lock: Lock, plan: ShownPlan | undefined): string {
  if (plan?.trouble === 'never') return t('rewards:plans.trouble.never')
  if (lock.since === null) return t('rewards:locks.fromBlock')
  if (lock.state === 'leaving') return t('rewards:locks.onItsWay')
  if (plan === undefined) return t('rewards:locks.planMissing')
  const full = dayAfter(lock.since, plan.maxseconds)
  const day = dayAfter(lock.since, plan.minseconds)
  if (lock.state === 'ready') {
    return BigInt(lock.age) >= plan.maxseconds ? t('rewards:locks.full') : t('rewards:locks.growsOn', { day: full })
  }
  return BigInt(lock.age) >= plan.minseconds
    ? t('rewards:locks.tooLittle', { fee: amountAlone(CONTRACT_FEE) })
    : t('rewards:locks.from', { day, full })
}
