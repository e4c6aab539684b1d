/** Names of addresses, public keys and peers: a contact's, the other wallet's, a contract's, or one of the wallet's own. */
import { FIRST_COINS_COMMENT } from '#shared/chains/index.ts'
import { isAddressOrKeyShaped } from '#shared/protocol/shapes.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import type { Phrase } from '#shared/sentences/sentence.ts'
import { nodeText } from '../../i18n/nodeText.ts'
import { t } from '../../i18n/texts.ts'
import { visibleString } from '../../ui/visibleText.ts'
import { useContactOf } from './contacts.ts'
import { type IdentifiedOwner, useOwner, useOwnerLookup } from './owners.ts'
import { personName } from './PersonMark.tsx'
import { otherPerson, type Person, usePerson } from './persons.ts'

/** Characters of a contact's name, and of a label. */
const MAX_NAME_CHARACTERS = 60

export interface KnownName {
  /** safe to show */
  readonly name: string
  /** label: the wallet's own, by the name that it has there */
  readonly kind: 'contact' | 'label' | 'own' | 'other' | 'contract'
}

function ownerName(owner: IdentifiedOwner | undefined, person: Person | undefined): KnownName | undefined {
  switch (owner?.owner) {
    case 'other':
      return { name: personName(otherPerson(person ?? 'me')), kind: 'other' }
    case 'contract':
      return owner.contract === null ? undefined : { name: t(`frame:contract.${owner.contract}`), kind: 'contract' }
    case 'own':
      // The app gave the address of Friend's first coins its label.
      if (owner.label === null || owner.label === FIRST_COINS_COMMENT)
        return { name: t('frame:people.you'), kind: 'own' }
      return { name: visibleString(owner.label, MAX_NAME_CHARACTERS), kind: 'label' }
    default:
      return undefined
  }
}

/** Returns the name of an address, public key or `host:port`; undefined if nothing is known of it. */
export function useKnownName(place: string | undefined): KnownName | undefined {
  const contactOf = useContactOf()
  const { person } = usePerson()
  const owner = useOwner(place)
  const contact = place === undefined ? undefined : contactOf(place)
  if (contact) return { name: visibleString(contact.name, MAX_NAME_CHARACTERS), kind: 'contact' }
  return ownerName(owner, person)
}

/** Returns a function that names any number of addresses and keys; it may be called while rendering. */
export function useNameLookup(): (place: string) => KnownName | undefined {
  const contactOf = useContactOf()
  const { person } = usePerson()
  const ownerOf = useOwnerLookup()
  return (place) => {
    const contact = contactOf(place)
    if (contact) return { name: visibleString(contact.name, MAX_NAME_CHARACTERS), kind: 'contact' }
    return ownerName(ownerOf(place), person)
  }
}

/** Returns a function that says whose an address or key is, as a sentence below a field. */
export function useWhose(): (place: string) => string | undefined {
  const nameOf = useNameLookup()
  return (place) => {
    const known = nameOf(place)
    return known && t(`frame:people.whose.${known.kind}`, { name: known.name })
  }
}

/** A value that is an address or key is named, unless a stranger may have written it. */
const STRANGERS_TEXTS: ReadonlySet<string> = new Set(['name', 'text'])

/** Returns what a transaction does in a sentence, with names in place of the addresses and keys that have one. */
export function useNamedSummary(told: Pick<Explanation, 'said' | 'summary'> | undefined): string {
  const nameOf = useNameLookup()
  const toNamed = (key: string, value: string) =>
    !STRANGERS_TEXTS.has(key) && isAddressOrKeyShaped(value) ? (nameOf(value)?.name ?? value) : value
  const withNames = (values: Phrase['values']) => new Map([...values].map(([key, value]) => [key, toNamed(key, value)]))
  const sentences = (told?.said.summary ?? []).map(({ key, values }) => ({
    key,
    values: new Map(
      [...values].map(([each, value]) => [
        each,
        typeof value === 'string' ? toNamed(each, value) : { ...value, values: withNames(value.values) },
      ]),
    ),
  }))
  return nodeText(sentences, told?.summary ?? '')
}
