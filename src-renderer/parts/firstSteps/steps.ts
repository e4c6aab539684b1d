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

const TRADES: ReadonlySet<string> = new Set(['ask', 'bid', 'fill-ask', 'fill-bid'])

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
    trade: standing.some(({ action }) => action !== null && TRADES.has(action)),
    ban: bans > 0,
    backup: wallet !== undefined && (wallet.backup !== null || wallet.phrase),
  }
  return new Set(STEPS.filter((step) => done[step]))
}
