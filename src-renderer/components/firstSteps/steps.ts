import { type FirstStep, STEPS } from '#shared/chains/index.ts'
import type { Person } from '../people/persons.ts'

/** Sandbox wallet required for a step; undefined if either can do it. */
export const PERSON_OF_STEP: Readonly<Record<FirstStep, Person | undefined>> = {
  ...{ mint: 'me', send: 'me', fund: 'me', claim: 'friend', offer: 'me', buy: 'friend' },
  ban: undefined,
}

/** Returns the next step to do, or undefined if all are done. */
export const stepToDo = (done: readonly FirstStep[]): FirstStep | undefined =>
  STEPS.find((step) => !done.includes(step))

interface StepPlace {
  readonly to: string
  readonly search: Readonly<Record<string, string | true>>
}

/**
 * Returns the page of a step, as deep as one click can lead.
 * @param token id of a token to use, if there is one
 */
export function placeOfStep(step: FirstStep, token: string | undefined): StepPlace {
  switch (step) {
    case 'mint':
      return { to: '/tokens/create', search: {} }
    case 'send':
      return token === undefined
        ? { to: '/wallet', search: { tab: 'send' } }
        : { to: `/tokens/${token}`, search: { act: 'transfer' } }
    case 'fund':
      return { to: '/faucet', search: { act: 'fund' } }
    case 'claim':
      return { to: '/faucet', search: { act: 'claim' } }
    case 'offer':
    case 'buy':
      if (token === undefined) return { to: '/market', search: {} }
      return { to: `/market/${token}`, search: step === 'buy' ? { buy: true } : { side: 'ask' } }
    case 'ban':
      return { to: '/bans', search: {} }
  }
}
