import type { MethodResult } from '#shared/rpc/index.ts'
import { useRpc } from '../node/queries.ts'

/** What can be spent now, in satoshis: one figure for the person, however it is spread over addresses. */
export interface Purse {
  readonly spendable: bigint
  /** confirmed on the token key, which contracts take; where they need more it is moved there */
  readonly tokenKey: bigint
}

/** Returns the satoshis that a payment can spend now: each form and dialog takes them from here. */
export const spendableCoins = ({
  confirmed,
  locked,
}: Pick<MethodResult<'getwalletsummary'>, 'confirmed' | 'locked'>): bigint => confirmed - locked

/** @param tokenKey of tokenaddress or faucetaddress. @returns undefined while not known */
export function usePurse(tokenKey: bigint | undefined): Purse | undefined {
  const { data } = useRpc('getwalletsummary', {})
  return data && tokenKey !== undefined ? { spendable: spendableCoins(data), tokenKey } : undefined
}
