import type { FirstStep } from '#shared/chains/index.ts'
import { useCurrentChain } from '../../node/chains.ts'
import { useRpc } from '../../node/queries.ts'
import { type Person, personFor } from '../people/persons.ts'
import { useHiddenSteps } from './hiddenSteps.ts'
import { stepToDo } from './steps.ts'

export interface NextFirstStep {
  /** `undefined` outside the sandbox, if all steps are done or not yet known, or if their list is hidden. */
  readonly step: FirstStep | undefined
  /** True if the sandbox's list is loaded and not hidden. */
  readonly listed: boolean
  readonly done: readonly FirstStep[]
  /** Id of the first token created. */
  readonly token: string | undefined
  /** Wallets now searching for a faucet claim. Their step counts as running, and the next one is offered. */
  readonly claiming: readonly Person[]
}

/** Me and Friend share one list; hiding it in either wallet hides it in both. */
const LIST = 'sandbox'

/**
 * Returns if a list of first steps, or the note that replaces it, is hidden, and a function that hides it.
 * @param list the sandbox's list, or a chain id for the note
 */
export function useHidden(list = LIST) {
  const hidden = useHiddenSteps(({ chains }) => chains.includes(list))
  const hide = useHiddenSteps((state) => state.hide)
  return { hidden, hide: () => hide(list) }
}

/** Polling interval in ms: the other node of the sandbox sends no events to this window. */
const POLL_MS = 2000

/**
 * Returns the next of the sandbox's first steps. A component that offers it uses it as the page's only primary button.
 */
export function useNextStep(): NextFirstStep {
  const inSandbox = personFor(useCurrentChain()) !== undefined
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
