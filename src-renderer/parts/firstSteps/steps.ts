import { FIRST_COINS_COMMENT } from '#shared/chains/index.ts'
import type { MethodResult } from '#shared/rpc/index.ts'

/** What to try first, in the order in which it is easiest. */
export const STEPS = ['mint', 'send', 'claim', 'trade', 'ban', 'backup'] as const
export type FirstStep = (typeof STEPS)[number]

type Row = Pick<
  MethodResult<'listwallethistory'>['rows'][number],
  'kind' | 'action' | 'token' | 'comment' | 'state' | 'amount'
>

export interface StepFacts {
  /** rows of the wallet's history */
  readonly rows: readonly Row[]
  readonly bans: number
  readonly wallet: Pick<MethodResult<'getwalletstatus'>, 'backup' | 'phrase'> | undefined
}

/** Kinds of transactions that this window sends, with the step that each one is. */
const STEP_OF_SENT: Readonly<Record<string, FirstStep>> = {
  'token-create': 'mint',
  payment: 'send',
  'token-transfer': 'send',
  'faucet-claim': 'claim',
  ask: 'trade',
  bid: 'trade',
  'fill-ask': 'trade',
  'fill-bid': 'trade',
}

/** The step that is done once a transaction was sent; undefined: it is none. @param kind of a task, or its action */
export const stepOfSent = (kind: string): FirstStep | undefined =>
  Object.hasOwn(STEP_OF_SENT, kind) ? STEP_OF_SENT[kind] : undefined

/** Coins that the app gave to Friend are no step of the person's. */
const isSent = ({ kind, token, comment }: Row) =>
  (kind === 'sent' && comment !== FIRST_COINS_COMMENT) || token?.away === true

/** Which steps the node's own records show as done. */
export function stepsDone({ rows, bans, wallet }: StepFacts): ReadonlySet<FirstStep> {
  const standing = rows.filter(({ state }) => state !== 'conflicted')
  const done: Readonly<Record<FirstStep, boolean>> = {
    mint: standing.some(({ action }) => action === 'token-create'),
    send: standing.some(isSent),
    claim: standing.some(({ action, amount }) => action === 'faucet-claim' && amount > 0n),
    trade: standing.some(({ action }) => action !== null && stepOfSent(action) === 'trade'),
    ban: bans > 0,
    backup: wallet !== undefined && (wallet.backup !== null || wallet.phrase),
  }
  return new Set(STEPS.filter((step) => done[step]))
}
