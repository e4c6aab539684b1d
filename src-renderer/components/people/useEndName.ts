import { useRpc } from '../../node/queries.ts'
import { middleTruncated } from '../../ui/Hash.tsx'
import { useKnownName } from './names.ts'

/** Returns the party at the other end by its name, or else by the address of its key, as confirmations do; safe to show. */
export function useEndName(pubkey: string): string {
  const known = useKnownName(pubkey)
  const { data } = useRpc('getaddresskey', { place: pubkey }, { enabled: known === undefined, keepPrevious: false })
  return known?.name ?? middleTruncated(data?.address ?? pubkey)
}
