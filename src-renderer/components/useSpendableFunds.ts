import type { MethodResult } from '#shared/rpc/index.ts'
import { useRpc } from '../node/queries.ts'

/** Spendable funds in satoshis, as one sum over all addresses. */
export interface Purse {
  readonly spendable: bigint
  /** Confirmed coins on the token key, from which contracts pay. If a contract needs more, coins are moved there. */
  readonly tokenKey: bigint
}

/** Returns the satoshis that a payment can spend now. All forms and dialogs use this function. */
export const spendableCoins = ({
  confirmed,
  locked,
}: Pick<MethodResult<'getwalletsummary'>, 'confirmed' | 'locked'>): bigint => confirmed - locked

/**
 * @param tokenKey confirmed satoshis at the address of tokenaddress or faucetaddress
 * @returns undefined while unknown
 */
export function useSpendableFunds(tokenKey: bigint | undefined): Purse | undefined {
  const { data } = useRpc('getwalletsummary', {})
  return data && tokenKey !== undefined ? { spendable: spendableCoins(data), tokenKey } : undefined
}
