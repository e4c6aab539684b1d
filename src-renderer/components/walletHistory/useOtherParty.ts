import type { MethodResult } from '#shared/rpc/index.ts'
import { type KnownName, useNameLookup } from '../people/names.ts'
import { areFirstCoins } from './describeHistoryRow.ts'

type Row = MethodResult<'listwallethistory'>['rows'][number]

const NOT_OTHERS: ReadonlySet<KnownName['kind'] | undefined> = new Set(['contract', 'own', 'label'])

/** Returns true unless the name is that of a contract or one of the wallet's own addresses, such as change. */
export const isOther = (known: KnownName | undefined): boolean => !NOT_OTHERS.has(known?.kind)

/**
 * Returns the name of the only other party of a transaction, payer or payee: a contact or the sandbox's other user.
 * Contracts and the wallet's own addresses, such as change, do not count. Returns undefined if there are several other
 * parties or unknown ones.
 */
export function useOtherParty(row: Row): string | undefined {
  const findName = useNameLookup()
  const [parties, count] = row.fee === null ? [row.payers, row.payercount] : [row.addresses, row.addresscount]
  if (areFirstCoins(row) || count > parties.length) return undefined
  const others = parties.map(findName).filter(isOther)
  const [first] = others
  if (first?.kind !== 'contact' && first?.kind !== 'other') return undefined
  return others.every((known) => known?.name === first.name) ? first.name : undefined
}
