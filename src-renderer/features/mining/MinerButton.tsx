import { Pickaxe, Square } from 'lucide-react'
import { useMinerSwitch } from '../../components/mining/useMinerSwitch.ts'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'

export function MinerButton() {
  const { data: miner } = useRpc('getminerstatus', {})
  const { turn, busy } = useMinerSwitch()
  const on = miner?.generate ?? false
  return (
    <Button
      once
      variant={on ? 'secondary' : 'primary'}
      busy={busy}
      disabled={!miner || (!on && miner.reward.to === 'nobody')}
      icon={on ? <Square aria-hidden className="size-3.5" /> : <Pickaxe aria-hidden className="size-4" />}
      onClick={() => miner && turn(!on, miner)}
    >
      {on ? t('mining:stop') : t('mining:start')}
    </Button>
  )
}
