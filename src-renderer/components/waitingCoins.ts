import type { MethodResult } from '#shared/rpc/index.ts'
import { t } from '../i18n/texts.ts'
import { plainAmount } from '../ui/format.ts'

type Unconfirmed = MethodResult<'listunspent'>[number]
type Entry = Pick<MethodResult<'listtransactions'>[number], 'category' | 'amount' | 'address' | 'blockstomaturity'>

/** Coins of the wallet that cannot be spent yet. */
export interface WaitingCoins {
  /** Satoshis in unconfirmed transactions. */
  readonly pending: bigint
  /** Satoshis in immature coinbase outputs. */
  readonly immature: bigint
  /** Number of blocks until the first immature coins can be spent; undefined if unknown. */
  readonly nextIn: number | undefined
}

/** Sums up waiting coins at one address, or in the whole wallet if `address` is undefined. */
export function waitingCoins(
  unconfirmed: readonly Pick<Unconfirmed, 'amount'>[],
  entries: readonly Entry[],
  address: string | undefined,
): WaitingCoins {
  const immature = entries.filter(
    (entry) => entry.category === 'immature' && (address === undefined || entry.address === address),
  )
  const waits = immature.flatMap(({ blockstomaturity }) => blockstomaturity ?? [])
  return {
    pending: unconfirmed.reduce((sum, { amount }) => sum + amount, 0n),
    immature: immature.reduce((sum, { amount }) => sum + amount, 0n),
    nextIn: waits.length === 0 ? undefined : Math.min(...waits),
  }
}

/** Returns sentences about waiting coins and when they can be spent; empty if no coins are waiting. */
export function formatWaitingCoins({ pending, immature, nextIn }: WaitingCoins, coin: string): readonly string[] {
  const words: string[] = []
  if (pending > 0n) words.push(t('parts:waiting.pending', { amount: plainAmount(pending), coin }))
  if (immature > 0n) {
    const amount = plainAmount(immature)
    words.push(
      nextIn === undefined
        ? t('parts:waiting.immature', { amount, coin })
        : t('parts:waiting.immatureFor', { amount, coin, count: nextIn }),
    )
  }
  return words
}
