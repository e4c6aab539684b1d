import { useRpcMutation } from '../../node/queries.ts'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toasts.ts'
import { useChosen } from '../../ui/useChosen.ts'
import { describeError } from '../describeError.ts'

export interface AutoMineSwitchProps {
  /** as getnodestatus tells it */
  readonly on: boolean
  readonly hint: string
}

/** Blocks by themselves, on regtest. */
export function AutoMineSwitch({ on, hint }: AutoMineSwitchProps) {
  const [shown, show, takeBack] = useChosen(on)
  const set = useRpcMutation('setautomine', {
    onError: (error) => toast({ tone: 'bad', title: describeError(error).title }),
  })
  return (
    <Switch
      label="Automatic mining"
      hint={hint}
      checked={shown}
      onChange={(enabled) => {
        show(enabled)
        set.mutate({ enabled }, { onError: takeBack })
      }}
    />
  )
}
