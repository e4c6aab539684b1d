import type { MethodResult } from '#shared/rpc/index.ts'

export type OwnAddress = MethodResult<'listreceiveaddresses'>[number]

/** The wallet page lists the others. */
export const MAX_OWN_ROWS = 5

/**
 * Sorts the addresses of the wallet: the main one first, then by balance, then the newest. Empty change addresses are
 * left out.
 */
export function ownRows(list: readonly OwnAddress[]): readonly OwnAddress[] {
  return list
    .filter(({ change, tokenkey, balance }) => !change || tokenkey || balance > 0n)
    .toSorted(
      (a, b) => Number(b.tokenkey) - Number(a.tokenkey) || Number(b.balance - a.balance) || b.created - a.created,
    )
}
