import { middleTruncated } from '../../ui/Hash.tsx'
import { useNameLookup } from './names.ts'

/** Who is at the other end, by name or else by the key; safe to show. */
export function useEndName(): (pubkey: string) => string {
  const nameOf = useNameLookup()
  return (pubkey) => nameOf(pubkey)?.name ?? middleTruncated(pubkey)
}
