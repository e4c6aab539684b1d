import { CirclePause, Hourglass, Layers, Lock, type LucideIcon } from 'lucide-react'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Countdown } from '../../ui/Age.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { cn } from '../../ui/cn.ts'
import { formatPercent, groupDigits } from '../../ui/format.ts'
import { KeyFigure, KeyFigures } from '../../ui/KeyFigure.tsx'
import type { StakingStatus } from './stakeOdds.ts'

const looks: Readonly<Record<StakingStatus['state'], { readonly icon: LucideIcon; readonly tone: string }>> = {
  off: { icon: CirclePause, tone: 'text-muted' },
  waiting: { icon: Hourglass, tone: 'text-warn' },
  locked: { icon: Lock, tone: 'text-warn' },
  staking: { icon: Layers, tone: 'text-ok' },
}

export function StakeFigures() {
  const staking = useRpc('getstakingstatus', {})
  const { data } = staking
  const pending = staking.isError ? null : undefined
  return (
    <KeyFigures>
      <KeyFigure
        label={t('mining:stake.figures.wallet')}
        value={data ? <Mark state={data.state} /> : pending}
        note={data ? t('mining:stake.figures.won', { count: data.won }) : undefined}
        source={<CallSource calls={[shownCall('getstakingstatus', {})]} />}
      />
      <KeyFigure
        label={t('mining:stake.figures.amount')}
        value={data ? <Amount satoshis={data.total} /> : pending}
        note={data ? coinsNote(data) : undefined}
      />
      <KeyFigure
        label={t('mining:stake.figures.next')}
        value={data ? data.next ? <Countdown time={data.next.time} /> : '—' : pending}
        note={data ? nextNote(data) : undefined}
      />
      <KeyFigure
        label={t('mining:stake.figures.share')}
        value={data ? formatPercent(data.percent) : pending}
        note={data ? t('mining:stake.figures.goal', { goal: data.goal }) : undefined}
      />
    </KeyFigures>
  )
}

function Mark({ state }: { readonly state: StakingStatus['state'] }) {
  const { icon: Icon, tone } = looks[state]
  return (
    <span className={cn('whitespace-nowrap', tone)}>
      <Icon aria-hidden className="mr-1.5 inline size-4 align-[-2px]" />
      {t(`mining:stake.is.${state}`)}
    </span>
  )
}

function coinsNote({ count, maturing }: StakingStatus): string {
  const coins = t('mining:stake.figures.coins', { count })
  return maturing === 0 ? coins : `${coins}, ${t('mining:stake.figures.maturing', { value: groupDigits(maturing) })}`
}

function nextNote({ next, state }: StakingStatus): string {
  if (next) return t('mining:stake.figures.ifFirst', { height: next.height })
  return t(state === 'staking' ? 'mining:stake.figures.noneSoon' : 'mining:stake.figures.whileStaking')
}
