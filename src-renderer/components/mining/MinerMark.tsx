import { BatteryMedium, CirclePause, Hourglass, type LucideIcon, Pickaxe } from 'lucide-react'
import { cn } from '../../ui/cn.ts'
import { type MinerStatus, minerStateLabel } from './minerTexts.ts'

const looks: Readonly<Record<MinerStatus['state'], { readonly icon: LucideIcon; readonly tone: string }>> = {
  off: { icon: CirclePause, tone: 'text-muted' },
  waiting: { icon: Hourglass, tone: 'text-warn' },
  paused: { icon: BatteryMedium, tone: 'text-warn' },
  mining: { icon: Pickaxe, tone: 'text-ok' },
}

/** State of the miner as icon, word and colour. */
export function MinerMark({ state, className }: { readonly state: MinerStatus['state']; readonly className?: string }) {
  const { icon: Icon, tone } = looks[state]
  return (
    <span className={cn('whitespace-nowrap', tone, className)}>
      <Icon aria-hidden className="mr-1.5 inline size-4 align-[-2px]" />
      {minerStateLabel(state)}
    </span>
  )
}
