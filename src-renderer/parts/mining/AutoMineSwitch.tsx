import { useRpcMutation } from '../../node/queries.ts'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toasts.ts'
import { describeError } from '../describeError.ts'

export interface AutoMineSwitchProps {
  /** as getnodestatus tells it */
  readonly on: boolean
  readonly hint: string
}

/** Blocks by themselves, on regtest. */
export function AutoMineSwitch({ on, hint }: AutoMineSwitchProps) {
  const set = useRpcMutation('setautomine')
  return (
    <Switch
      label="Automatic mining"
      hint={hint}
      checked={set.isPending ? set.variables.enabled : on}
      onChange={(enabled) =>
        set.mutate({ enabled }, { onError: (error) => toast({ tone: 'bad', title: describeError(error).title }) })
      }
    />
  )
}
