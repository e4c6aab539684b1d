import type { WindowInput, WindowMethodName } from '#shared/chains/index.ts'
import { useRpcMutation } from '../node/queries.ts'
import type { SwitchProps } from '../ui/Switch.tsx'
import { toast } from '../ui/toasts.ts'
import { useChosen } from '../ui/useChosen.ts'
import { describeError } from './describeError.ts'

/**
 * A switch whose state the node keeps: it shows the choice until the node confirms it, and reverts with a message when
 * the call fails.
 * @param now what the node said last
 * @param inputOf what the method is called with
 */
export function useRpcSwitch<N extends WindowMethodName>(
  method: N,
  now: boolean,
  inputOf: (on: boolean) => WindowInput<N>,
): Pick<SwitchProps, 'checked' | 'onChange'> {
  const [checked, show, takeBack] = useChosen(now)
  const set = useRpcMutation(method, {
    scope: { id: method },
    onError: (error) => toast({ tone: 'bad', title: describeError(error).title }),
  })
  return {
    checked,
    onChange(on) {
      show(on)
      set.mutate(inputOf(on), { onError: takeBack })
    },
  }
}
