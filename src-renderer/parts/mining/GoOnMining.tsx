import { Pickaxe } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { plural } from '../../ui/format.ts'
import { chosenCores, type MinerStatus } from './minerWords.ts'
import { useMinerSwitch } from './useMinerSwitch.ts'

export interface GoOnMiningProps {
  /** one that was interrupted */
  readonly miner: MinerStatus
  /** The buttons are about to go: takes the focus to where they stood. */
  onAnswer(): void
}

/** Asks whether to go on with what the end of the last run interrupted. The question stays until it is answered. */
export function GoOnMining({ miner, onAnswer }: GoOnMiningProps) {
  const { turn, busy } = useMinerSwitch()
  const answer = (on: boolean) => {
    onAnswer()
    turn(on, miner)
  }
  return (
    <div className="flex shrink-0 gap-2">
      <Button
        size="sm"
        busy={busy}
        disabled={miner.reward.to === 'nobody'}
        icon={<Pickaxe aria-hidden className="size-4" />}
        onClick={() => answer(true)}
      >
        Go on with {plural(chosenCores(miner), 'core')}
      </Button>
      <Button size="sm" variant="ghost" disabled={busy} onClick={() => answer(false)}>
        Leave it off
      </Button>
    </div>
  )
}
