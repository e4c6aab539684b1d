import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { FactList } from '../../ui/FactList.tsx'
import { plainAmount } from '../../ui/format.ts'
import { visibleString } from '../../ui/visibleText.ts'
import { ActionDialog, FormEnd, type RewardsOrder, useRewardsFlow } from './ActionDialog.tsx'
import { dayAfter, type Lock, type ShownPlan } from './terms.ts'
import { computePaidBack, unlockMismatch } from './verify.ts'

export interface UnlockRewardDialogProps {
  readonly lock: Lock
  readonly plan: ShownPlan
  readonly coin: string
  onClose(): void
}

/** Returns locked coins to their owner, with the reward. */
export function UnlockRewardDialog({ lock, plan, coin, onClose }: UnlockRewardDialogProps) {
  const own = useRpc('rewardsaddress', {})
  const growing = BigInt(lock.age) < plan.maxseconds
  const name = visibleString(plan.name, 8)
  const flow = useRewardsFlow<Lock>(({ told: txExplanation }) => {
    const address = lock.address ?? ''
    const paid = computePaidBack(txExplanation, address)
    const words = { amount: plainAmount(paid), coin, name }
    const reward = paid - lock.amount
    return {
      title: t('rewards:unlock.ask', words),
      hint: reward > 0n ? t('rewards:unlock.askHint') : t('rewards:unlock.withoutHint'),
      confirm: t('rewards:unlock.confirm'),
      extra:
        reward > 0n
          ? t('rewards:unlock.parts', { amount: plainAmount(lock.amount), reward: plainAmount(reward) })
          : t('rewards:unlock.without'),
      mismatch: unlockMismatch(txExplanation, { amount: lock.amount, address, ownAddress: own.data?.myaddress ?? '' }),
      task: t('rewards:unlock.task', words),
      effect: { kind: 'rewards-unlock', amount: String(paid > 0n ? paid : 0n) },
    }
  })
  const input = { name: plan.name, fundingtxid: plan.fundingtxid, txid: lock.txid }
  const order: RewardsOrder<Lock> = { request: { method: 'rewardsunlock', input }, asked: lock }
  return (
    <ActionDialog
      title={t('rewards:unlock.title', { name })}
      description={t('rewards:unlock.hint')}
      coin={coin}
      flow={flow}
      done={t('rewards:unlock.done')}
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (own.data) flow.start(order)
          else void own.refetch()
        }}
        className="flex flex-col gap-4 pt-1"
      >
        <FactList
          facts={[
            { label: t('rewards:locks.amount'), value: `${plainAmount(lock.amount)} ${coin}` },
            { label: t('rewards:locks.earned'), value: `${plainAmount(lock.earned)} ${coin}` },
          ]}
        />
        {growing && lock.since !== null ? (
          <p className="rounded-md bg-warn-soft px-4 py-3 text-warn">
            {t('rewards:unlock.early', {
              day: dayAfter(lock.since, plan.maxseconds),
              ...{ amount: plainAmount(lock.most), coin },
            })}
          </p>
        ) : null}
        <FormEnd flow={flow} order={order} coin={coin} own={own} />
      </form>
    </ActionDialog>
  )
}
