import { FIRST_COINS_COMMENT } from '#shared/chains/index.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import type { Person } from '../people/persons.ts'

/** What to try first, in the order in which one leads to the next. */
export const STEPS = ['mint', 'send', 'fund', 'claim', 'offer', 'buy', 'ban'] as const
export type FirstStep = (typeof STEPS)[number]

/** Who one has to be for a step; undefined: either. */
export const PERSON_OF_STEP: Readonly<Record<FirstStep, Person | undefined>> = {
  ...{ mint: 'me', send: 'me', fund: 'me', claim: 'friend', offer: 'me', buy: 'friend' },
  ban: undefined,
}

/** The step to do next; undefined: all are done. */
export const stepToDo = (done: readonly FirstStep[]): FirstStep | undefined =>
  STEPS.find((step) => !done.includes(step))

interface StepPlace {
  readonly to: string
  readonly search: Readonly<Record<string, string | true>>
}

/** Where a step is done, as far inside as one click can lead. @param token the id of a token to do it with, once there is one */
export function placeOfStep(step: FirstStep, token: string | undefined): StepPlace {
  switch (step) {
    case 'mint':
      return { to: '/tokens/create', search: {} }
    case 'send':
      return token === undefined
        ? { to: '/wallet', search: { tab: 'send' } }
        : { to: '/tokens', search: { token, act: 'transfer' } }
    case 'fund':
      return { to: '/faucet', search: { act: 'fund' } }
    case 'claim':
      return { to: '/faucet', search: {} }
    case 'offer':
    case 'buy':
      if (token === undefined) return { to: '/market', search: {} }
      return { to: `/market/${token}`, search: step === 'buy' ? { buy: true } : { side: 'ask' } }
    case 'ban':
      return { to: '/bans', search: {} }
  }
}

type Row = Pick<
  MethodResult<'listwallethistory'>['rows'][number],
  'kind' | 'action' | 'token' | 'comment' | 'state' | 'amount'
>

export interface StepFacts {
  /** rows of the wallet's history */
  readonly rows: readonly Row[]
  readonly bans: number
}

/** Kinds of transactions that this window sends, with the step that each one is. */
const STEP_OF_SENT: Readonly<Record<string, FirstStep>> = {
  'token-create': 'mint',
  payment: 'send',
  'token-transfer': 'send',
  'faucet-deposit': 'fund',
  'faucet-claim': 'claim',
  ask: 'offer',
  bid: 'offer',
  'fill-ask': 'buy',
  'fill-bid': 'buy',
}

/** The step that is done once a transaction was sent; undefined: it is none. @param kind of a task, or its action */
export const stepOfSent = (kind: string): FirstStep | undefined =>
  Object.hasOwn(STEP_OF_SENT, kind) ? STEP_OF_SENT[kind] : undefined

/** Coins that the app gave to Friend are no step of the person's. */
const isSent = ({ kind, token, comment }: Row) =>
  (kind === 'sent' && comment !== FIRST_COINS_COMMENT) || token?.away === true

/** Which steps the node's own records show as done. */
export function stepsDone({ rows, bans }: StepFacts): ReadonlySet<FirstStep> {
  const standing = rows.filter(({ state }) => state !== 'conflicted')
  const done: Readonly<Record<FirstStep, boolean>> = {
    mint: standing.some(({ action }) => action === 'token-create'),
    send: standing.some(isSent),
    fund: standing.some(({ action, amount }) => action === 'faucet-fund' && amount < 0n),
    claim: standing.some(({ action, amount }) => action === 'faucet-claim' && amount > 0n),
    offer: standing.some(({ action }) => action !== null && stepOfSent(action) === 'offer'),
    buy: standing.some(({ action }) => action !== null && stepOfSent(action) === 'buy'),
    ban: bans > 0,
  }
  return new Set(STEPS.filter((step) => done[step]))
}
