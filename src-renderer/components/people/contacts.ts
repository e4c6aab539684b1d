/** The address book as the window uses it: who an address or a key belongs to, and whom a typed name means. */
import { useMemo } from 'react'
import type { WindowResult } from '#shared/chains/index.ts'
import { useRpc } from '../../node/queries.ts'

export type Contact = WindowResult<'listcontacts'>['contacts'][number]

/** What a field takes. */
export type PlaceKind = 'address' | 'pubkey'

/** One line of a list to pick from. */
export interface PickedContact {
  readonly key: string
  /** untrusted text */
  readonly name: string
  /** address or public key */
  readonly value: string
  readonly note: string
}

/** Longer texts are no names but addresses, keys or links. */
const LONGEST_NAME = 30
/** Lines of a list. */
const MOST_SHOWN = 50

export function useContacts(): readonly Contact[] | undefined {
  return useRpc('listcontacts', {}).data?.contacts
}

/** Coins can go to the address of a key where there is no other; tokens need the key itself. */
const valuesOf = ({ addresses, pubkeys }: Contact, place: PlaceKind): readonly string[] => {
  if (place === 'pubkey') return pubkeys.map(({ pubkey }) => pubkey)
  return addresses.length > 0 ? addresses : pubkeys.map(({ address }) => address)
}

/** Contacts that a typed text may mean: those whose name begins with it first. An empty text means all of them. */
export function contactsFor(contacts: readonly Contact[], typed: string, place: PlaceKind): readonly PickedContact[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted.length > LONGEST_NAME) return []
  const fits = contacts.filter(({ name }) => name.toLowerCase().includes(wanted))
  const first = (contact: Contact) => (contact.name.toLowerCase().startsWith(wanted) ? 0 : 1)
  return fits
    .toSorted((a, b) => first(a) - first(b))
    .flatMap((contact) =>
      valuesOf(contact, place).map((value) => ({
        ...{ key: `${contact.id} ${value}`, name: contact.name, value, note: contact.note },
      })),
    )
    .slice(0, MOST_SHOWN)
}

/** Whose an address or a public key is, by the address book; undefined: nobody's. */
export function contactOf(contacts: readonly Contact[], place: string): Contact | undefined {
  const wanted = place.trim()
  return contacts.find(
    ({ addresses, pubkeys }) =>
      addresses.includes(wanted) ||
      pubkeys.some(({ pubkey, address }) => address === wanted || pubkey === wanted.toLowerCase()),
  )
}

/** Finds contacts by address or key. */
export function useContactOf(): (place: string) => Contact | undefined {
  const contacts = useContacts()
  return useMemo(() => (place) => contactOf(contacts ?? [], place), [contacts])
}
