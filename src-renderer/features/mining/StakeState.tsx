import { Hourglass, Lock, LockOpen } from 'lucide-react'
import { useRef } from 'react'
import { useUnlock } from '../../components/unlock/unlock.ts'
import { nodeState } from '../../i18n/nodeText.ts'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { cn } from '../../ui/cn.ts'
import { useStakeSwitch } from './StakeButton.tsx'
import type { StakingStatus } from './stakeOdds.ts'

/** Explains why no coin stakes although staking is on, with the remedy. Renders nothing while it works. */
export function StakeState() {
  const { data: status } = useRpc('getstakingstatus', {})
  const here = useRef<HTMLDivElement>(null)
  const told = status && describeStakingState(status)
  return (
    <div ref={here} role="status" tabIndex={-1} className="outline-none empty:-mt-4">
      {status && told ? (
        <div
          className={cn(
            'flex min-h-12 items-center gap-4 rounded-lg border px-4 py-2',
            status.on ? 'border-warn/35 bg-warn-soft' : 'bg-raised',
          )}
        >
          {status.state === 'locked' ? (
            <Lock aria-hidden className="size-4 shrink-0 text-warn" />
          ) : (
            <Hourglass aria-hidden className="size-4 shrink-0 text-warn" />
          )}
          <p className="min-w-0 flex-1 break-words">{told}</p>
          {status.state === 'locked' ? <UnlockButton onAnswer={() => here.current?.focus()} /> : null}
          {status.interrupted ? <GoOnStaking onAnswer={() => here.current?.focus()} /> : null}
        </div>
      ) : null}
    </div>
  )
}

function describeStakingState({ state, detail, interrupted, count }: StakingStatus): string | undefined {
  if (interrupted) return t('mining:stake.interrupted')
  if (state === 'locked') return t('mining:stake.locked')
  if (state !== 'waiting') return undefined
  if (detail.includes('-testnode')) return t('mining:stake.noPeer')
  return count === 0 ? t('mining:stake.noCoin') : nodeState(detail)
}

function UnlockButton({ onAnswer }: { onAnswer(): void }) {
  const unlock = async () => {
    await useUnlock.getState().ask('stake')
    onAnswer()
  }
  return (
    <Button size="sm" icon={<LockOpen aria-hidden className="size-4" />} onClick={() => void unlock()}>
      {t('mining:stake.unlock')}
    </Button>
  )
}

function GoOnStaking({ onAnswer }: { onAnswer(): void }) {
  const { turn, busy } = useStakeSwitch()
  const answer = (on: boolean) => {
    onAnswer()
    turn(on)
  }
  return (
    <div className="flex shrink-0 gap-2">
      <Button size="sm" busy={busy} onClick={() => answer(true)}>
        {t('mining:stake.goOn')}
      </Button>
      <Button size="sm" variant="ghost" disabled={busy} onClick={() => answer(false)}>
        {t('frame:miner.leaveOff')}
      </Button>
    </div>
  )
}
