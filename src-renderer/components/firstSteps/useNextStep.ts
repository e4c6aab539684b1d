import type { FirstStep } from '#shared/chains/index.ts'
import { useCurrentChain } from '../../node/chains.ts'
import { useRpc } from '../../node/queries.ts'
import { type Person, personOf } from '../people/persons.ts'
import { useHiddenSteps } from './hiddenSteps.ts'
import { stepToDo } from './steps.ts'

export interface NextFirstStep {
  /** `undefined` if all are done or not known yet, if their list is hidden, or outside the sandbox */
  readonly step: FirstStep | undefined
  /** the list of the sandbox is known and not hidden */
  readonly listed: boolean
  readonly done: readonly FirstStep[]
  /** id of the first token that was created */
  readonly token: string | undefined
  /** who searches for a faucet claim now: this step runs, and the next one is offered */
  readonly claiming: readonly Person[]
}

/** Me and Friend have one list together, which either of them may hide. */
const LIST = 'sandbox'

/** Whether the list of first steps of the sandbox, or a chain's note in its place, is hidden; and how to hide it. */
export function useHidden(list = LIST) {
  const hidden = useHiddenSteps(({ chains }) => chains.includes(list))
  const hide = useHiddenSteps((state) => state.hide)
  return { hidden, hide: () => hide(list) }
}

/** The other node of the sandbox sends no events to this window. */
const POLL_MS = 2000

/** The sandbox's first step to do next. Where it is offered, it is the one primary button. */
export function useNextStep(): NextFirstStep {
  const inSandbox = personOf(useCurrentChain()) !== undefined
  const { hidden } = useHidden()
  const { data } = useRpc('getfirststeps', {}, { enabled: inSandbox })
  const runs = data !== undefined && data.claiming.length > 0
  useRpc('getfirststeps', {}, { enabled: inSandbox && runs, every: POLL_MS })
  if (!inSandbox || data === undefined)
    return { step: undefined, listed: false, done: [], token: undefined, claiming: [] }
  const { done, token, claiming } = data
  const step = hidden ? undefined : stepToDo(runs ? [...done, 'claim'] : done)
  return { step, listed: !hidden, done, token: token ?? undefined, claiming }
}
