import { useKnownName } from './names.ts'

/** Name of an address's owner, next to the complete address. Renders nothing if the owner is unknown. */
export function OwnerNote({ address }: { readonly address: string }) {
  const known = useKnownName(address)
  return known ? <span className="max-w-1/2 shrink-0 truncate text-12 text-muted">{known.name}</span> : null
}
