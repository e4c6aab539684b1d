import { useContactOf } from '../../parts/people/contacts.ts'
import { middleTruncated } from '../../ui/Hash.tsx'
import { visibleString } from '../../ui/visibleText.ts'

/** Who is at the other end, by the address book or else by the key; safe to show. */
export function useEndName(): (pubkey: string) => string {
  const contactOf = useContactOf()
  return (pubkey) => {
    const contact = contactOf(pubkey)
    return contact ? visibleString(contact.name, 40) : middleTruncated(pubkey)
  }
}
