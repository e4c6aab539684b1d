import type { FirstStep } from '#shared/chains/index.ts'
import { useCurrentChain } from '../../node/chains.ts'
import { useRpc } from '../../node/queries.ts'
import { personOf } from '../people/persons.ts'
import { useHiddenSteps } from './hiddenSteps.ts'
import { stepToDo } from './steps.ts'

export interface NextFirstStep {
  /** `undefined` if all are done or not known yet, if their list is hidden, or outside the sandbox */
  readonly step: FirstStep | undefined
  readonly done: readonly FirstStep[]
  /** id of the first token that was created */
  readonly token: string | undefined
}

/** Me and Friend have one list together, which either of them may hide. */
const LIST = 'sandbox'

/** Whether the list of first steps of the sandbox, or a chain's note in its place, is hidden; and how to hide it. */
export function useHidden(list = LIST) {
  const hidden = useHiddenSteps(({ chains }) => chains.includes(list))
  const hide = useHiddenSteps((state) => state.hide)
  return { hidden, hide: () => hide(list) }
}

/** The sandbox's first step to do next. Where it is offered, it is the one primary button. */
export function useNextStep(): NextFirstStep {
  const inSandbox = personOf(useCurrentChain()) !== undefined
  const { hidden } = useHidden()
  const { data } = useRpc('getfirststeps', {}, { enabled: inSandbox })
  if (!inSandbox || data === undefined) return { step: undefined, done: [], token: undefined }
  return { step: hidden ? undefined : stepToDo(data.done), done: data.done, token: data.token ?? undefined }
}
