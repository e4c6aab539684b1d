/** Address book of the window: finds the owner of an address or key, and the contacts that a typed name matches. */
import { useMemo } from 'react'
import type { WindowResult } from '#shared/chains/index.ts'
import { useRpc } from '../../node/queries.ts'

export type Contact = WindowResult<'listcontacts'>['contacts'][number]

/** Kind of value that a field accepts. */
export type PlaceKind = 'address' | 'pubkey'

/** Row of a list of contacts to choose from. */
export interface PickedContact {
  readonly key: string
  /** Untrusted text. */
  readonly name: string
  /** Address or public key. */
  readonly value: string
  readonly note: string
}

/** Maximum length of a search text. Longer texts are addresses, keys or links, not names. */
const MAX_QUERY_LENGTH = 30
const MAX_ROWS = 50

export function useContacts(): readonly Contact[] | undefined {
  return useRpc('listcontacts', {}).data?.contacts
}

/**
 * Returns the values of a contact for a field. Coins can go to the address of a key if the contact has no address;
 * tokens need the key.
 */
const contactValues = ({ addresses, pubkeys }: Contact, place: PlaceKind): readonly string[] => {
  if (place === 'pubkey') return pubkeys.map(({ pubkey }) => pubkey)
  return addresses.length > 0 ? addresses : pubkeys.map(({ address }) => address)
}

/**
 * Returns the contacts whose name contains the typed text, names with that prefix first. An empty text matches all
 * contacts.
 */
export function contactsFor(contacts: readonly Contact[], typed: string, place: PlaceKind): readonly PickedContact[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted.length > MAX_QUERY_LENGTH) return []
  const fits = contacts.filter(({ name }) => name.toLowerCase().includes(wanted))
  const first = (contact: Contact) => (contact.name.toLowerCase().startsWith(wanted) ? 0 : 1)
  return fits
    .toSorted((a, b) => first(a) - first(b))
    .flatMap((contact) =>
      contactValues(contact, place).map((value) => ({
        ...{ key: `${contact.id} ${value}`, name: contact.name, value, note: contact.note },
      })),
    )
    .slice(0, MAX_ROWS)
}

/** Returns the contact that owns an address or a public key, or undefined if the address book has none. */
export function findContact(contacts: readonly Contact[], place: string): Contact | undefined {
  const wanted = place.trim()
  return contacts.find(
    ({ addresses, pubkeys }) =>
      addresses.includes(wanted) ||
      pubkeys.some(({ pubkey, address }) => address === wanted || pubkey === wanted.toLowerCase()),
  )
}

export function useContactLookup(): (place: string) => Contact | undefined {
  const contacts = useContacts()
  return useMemo(() => (place) => findContact(contacts ?? [], place), [contacts])
}
