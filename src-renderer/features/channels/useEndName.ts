import { useNameOf } from '../../components/people/names.ts'
import { middleTruncated } from '../../ui/Hash.tsx'

/** Who is at the other end, by name or else by the key; safe to show. */
export function useEndName(): (pubkey: string) => string {
  const nameOf = useNameOf()
  return (pubkey) => nameOf(pubkey) ?? middleTruncated(pubkey)
}
