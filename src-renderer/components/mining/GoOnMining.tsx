import { Pickaxe } from 'lucide-react'
import { t } from '../../i18n/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { chosenCores, type MinerStatus } from './minerTexts.ts'
import { useMinerSwitch } from './useMinerSwitch.ts'

export interface GoOnMiningProps {
  /** Status of an interrupted miner. */
  readonly miner: MinerStatus
  /** Moves the focus before the buttons are removed. */
  onAnswer(): void
}

/** Asks if mining should resume after a restart. Shown until answered. */
export function GoOnMining({ miner, onAnswer }: GoOnMiningProps) {
  const { turn, busy } = useMinerSwitch()
  const answer = (on: boolean) => {
    onAnswer()
    turn(on, miner)
  }
  return (
    <div className="flex max-w-full shrink-0 flex-wrap gap-2">
      <Button
        size="sm"
        busy={busy}
        disabled={miner.reward.to === 'nobody'}
        icon={<Pickaxe aria-hidden className="size-4" />}
        onClick={() => answer(true)}
      >
        {t('frame:miner.goOn', { count: chosenCores(miner) })}
      </Button>
      <Button size="sm" variant="ghost" disabled={busy} onClick={() => answer(false)}>
        {t('frame:miner.leaveOff')}
      </Button>
    </div>
  )
}
