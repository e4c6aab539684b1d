import type { FirstStep } from '#shared/chains/index.ts'
import { type Person, useBecome, usePerson } from '../people/persons.ts'
import { PERSON_OF_STEP } from './steps.ts'

/** Who one has to be for a step where that is the other one, and becoming that one, for the click that leads to it. */
export function useStepPerson(step: FirstStep | undefined) {
  const { person } = usePerson()
  const { becoming, become } = useBecome()
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
