import { useCurrentChain } from '../../node/chains.ts'
import { personOf } from '../people/persons.ts'
import { type FirstStep, stepToDo } from './steps.ts'
import { listOf, NOTHING_DONE, useSteps } from './stepsStore.ts'

export interface NextFirstStep {
  /** undefined: all are done, their list is hidden, or this is not the sandbox */
  readonly step: FirstStep | undefined
  readonly done: readonly FirstStep[]
  /** id of the first token that was created */
  readonly token: string | undefined
}

/** The sandbox's first step to do next. Where it is offered, it is the one primary button. */
export function useNextStep(): NextFirstStep {
  const chain = useCurrentChain()
  const { done, hidden, token } = useSteps(({ chains }) => (chain && chains[listOf(chain)]) ?? NOTHING_DONE)
  return { step: hidden || personOf(chain) === undefined ? undefined : stepToDo(done), done, token }
}
