import { useRpc } from '../node/queries.ts'

/** What can be spent now, in satoshis: one figure for the person, however it is spread over addresses. */
export interface Purse {
  readonly spendable: bigint
  /** confirmed on the token key, which contracts take; where they need more it is moved there */
  readonly tokenKey: bigint
}

/** @param tokenKey of tokenaddress or faucetaddress. @returns undefined while not known */
export function usePurse(tokenKey: bigint | undefined): Purse | undefined {
  const { data } = useRpc('getwalletsummary', {})
  return data && tokenKey !== undefined ? { spendable: data.confirmed - data.locked, tokenKey } : undefined
}
