import type { MethodInput } from '#shared/rpc/index.ts'
import { useRpcMutation } from '../../node/queries.ts'
import { toast } from '../../ui/toasts.ts'
import { describeError } from '../describeError.ts'
import { type MinerStatus, switchOnInput } from './minerTexts.ts'

/** Switches the miner of a main-mode chain, and reports a failure. */
export function useMinerSwitch() {
  const set = useRpcMutation('setgenerate')
  const call = (input: MethodInput<'setgenerate'>, onRefused?: () => void) =>
    set.mutate(input, {
      onError(error) {
        toast({ tone: 'bad', title: describeError(error).title })
        onRefused?.()
      },
    })
  return {
    busy: set.isPending,
    turn: (on: boolean, status: MinerStatus) => call(on ? switchOnInput(status) : { generate: false }),
    choose: (cores: number, { generate }: MinerStatus, onRefused: () => void) =>
      call({ generate, genproclimit: cores }, onRefused),
  }
}
