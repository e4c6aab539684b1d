import { useRpcMutation } from '../../node/queries.ts'
import { toast } from '../../ui/toasts.ts'
import { describeError } from '../describeError.ts'
import { type MinerStatus, switchOn } from './minerWords.ts'

/** Switches the miner of a main-mode chain; a refusal is told. */
export function useMinerSwitch() {
  const set = useRpcMutation('setgenerate')
  const call = (input: typeof set.variables & object) =>
    set.mutate(input, { onError: (error) => toast({ tone: 'bad', title: describeError(error).title }) })
  return {
    busy: set.isPending,
    turn: (on: boolean, status: MinerStatus) => call(on ? switchOn(status) : { generate: false }),
    choose: (cores: number, { generate }: MinerStatus) => call({ generate, genproclimit: cores }),
  }
}
