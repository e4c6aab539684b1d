import { useNameLookup } from '../../components/people/names.ts'
import { middleTruncated } from '../../ui/Hash.tsx'

/** Who is at the other end, by name or else by the key; safe to show. */
export function useEndName(): (pubkey: string) => string {
  const nameOf = useNameLookup()
  return (pubkey) => nameOf(pubkey)?.name ?? middleTruncated(pubkey)
}
