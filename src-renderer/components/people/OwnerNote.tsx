import { useKnownName } from './names.ts'

/** Name of an address's owner beside the whole address; nothing if the app does not know it. */
export function OwnerNote({ address }: { readonly address: string }) {
  const known = useKnownName(address)
  return known ? <span className="max-w-1/2 shrink-0 truncate text-12 text-muted">{known.name}</span> : null
}
