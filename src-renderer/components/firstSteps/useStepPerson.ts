import type { FirstStep } from '#shared/chains/index.ts'
import { type Person, usePerson, useSwitchPerson } from '../people/persons.ts'
import { PERSON_OF_STEP } from './steps.ts'

/**
 * Returns the wallet that a step needs, if it is not the current one. Also returns a function that switches to it, for
 * the click that opens the step.
 */
export function useStepPerson(step: FirstStep | undefined) {
  const { person } = usePerson()
  const { becoming, become } = useSwitchPerson()
  const wanted = step && PERSON_OF_STEP[step]
  const needed: Person | undefined = wanted === person ? undefined : wanted
  return {
    needed,
    busy: becoming !== undefined,
    enter() {
      if (needed !== undefined && becoming === undefined) void become(needed)
    },
  }
}
