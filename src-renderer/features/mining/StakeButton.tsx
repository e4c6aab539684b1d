import { Layers, Square } from 'lucide-react'
import { describeError } from '../../components/describeError.ts'
import { t } from '../../i18n/texts.ts'
import { useRpc, useRpcMutation } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toasts.ts'

export function StakeButton() {
  const { data: status } = useRpc('getstakingstatus', {})
  const { turn, busy } = useStakeSwitch()
  const on = status?.on ?? false
  return (
    <Button
      once
      variant={on ? 'secondary' : 'primary'}
      busy={busy}
      disabled={!status}
      icon={on ? <Square aria-hidden className="size-3.5" /> : <Layers aria-hidden className="size-4" />}
      onClick={() => turn(!on)}
    >
      {t(on ? 'mining:stake.stop' : 'mining:stake.start')}
    </Button>
  )
}

export function useStakeSwitch() {
  const set = useRpcMutation('setgenerate')
  return {
    busy: set.isPending,
    turn: (on: boolean) =>
      set.mutate(on ? { generate: true, genproclimit: 0 } : { generate: false }, {
        onError: (error) => toast({ tone: 'bad', title: describeError(error).title }),
      }),
  }
}
