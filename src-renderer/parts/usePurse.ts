import { useRpc } from '../node/queries.ts'

/** What can be spent now, in satoshis: one figure for the person, however it is spread over addresses. */
export interface Purse {
  readonly spendable: bigint
  /** of it on the token key; the rest is moved there where a contract needs it */
  readonly tokenKey: bigint
}

/** undefined while not known */
export function usePurse(): Purse | undefined {
  const { data } = useRpc('getwalletsummary', {})
  return data && { spendable: data.confirmed - data.locked, tokenKey: data.tokenkey }
}
