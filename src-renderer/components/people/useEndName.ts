import { useRpc } from '../../node/queries.ts'
import { middleTruncated } from '../../ui/Hash.tsx'
import { useKnownName } from './names.ts'

/** Returns the name of the other party, or the address of its key if unnamed, as confirmations do. Safe to display. */
export function useEndName(pubkey: string): string {
  const known = useKnownName(pubkey)
  const { data } = useRpc('getaddresskey', { place: pubkey }, { enabled: known === undefined, keepPrevious: false })
  return known?.name ?? middleTruncated(data?.address ?? pubkey)
}
