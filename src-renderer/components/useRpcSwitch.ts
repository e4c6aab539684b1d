import type { WindowInput, WindowMethodName } from '#shared/chains/index.ts'
import { useRpcMutation } from '../node/queries.ts'
import type { SwitchProps } from '../ui/Switch.tsx'
import { toast } from '../ui/toasts.ts'
import { useChosen } from '../ui/useChosen.ts'
import { describeError } from './describeError.ts'

/**
 * Switch whose state is stored by the node. It shows the user's choice until the node confirms it, and reverts with a
 * message if the call fails.
 * @param now last value from the node
 * @param inputOf returns the input of the method for a value
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
