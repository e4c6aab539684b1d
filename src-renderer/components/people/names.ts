/**
 * Names of addresses, public keys and peers: from contacts, the sandbox's other wallet, contracts, or the wallet's own
 * labels.
 */
import { FIRST_COINS_COMMENT } from '#shared/chains/index.ts'
import { isAddressOrKeyShaped } from '#shared/protocol/shapes.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import type { Phrase } from '#shared/sentences/sentence.ts'
import { nodeText } from '../../i18n/nodeText.ts'
import { t } from '../../i18n/texts.ts'
import { visibleString } from '../../ui/visibleText.ts'
import { useContactLookup } from './contacts.ts'
import { type IdentifiedOwner, useOwner, useOwnerLookup } from './owners.ts'
import { personName } from './PersonMark.tsx'
import { otherPerson, type Person, usePerson } from './persons.ts'

/** Maximum number of displayed characters of a contact's name or a label. */
const MAX_NAME_CHARACTERS = 60

export interface KnownName {
  /** Sanitized for display. */
  readonly name: string
  /** `label`: belongs to the wallet and is named by its label there. */
  readonly kind: 'contact' | 'label' | 'own' | 'other' | 'contract'
}

function ownerName(owner: IdentifiedOwner | undefined, person: Person | undefined): KnownName | undefined {
  switch (owner?.owner) {
    case 'other':
      return { name: personName(otherPerson(person ?? 'me')), kind: 'other' }
    case 'contract':
      return owner.contract === null ? undefined : { name: t(`frame:contract.${owner.contract}`), kind: 'contract' }
    case 'own':
      // The app itself set this label on the address of Friend's first coins.
      if (owner.label === null || owner.label === FIRST_COINS_COMMENT)
        return { name: t('frame:people.you'), kind: 'own' }
      return { name: visibleString(owner.label, MAX_NAME_CHARACTERS), kind: 'label' }
    default:
      return undefined
  }
}

/** Returns the name of an address, public key or `host:port`, or undefined if it is unknown. */
export function useKnownName(place: string | undefined): KnownName | undefined {
  const findContact = useContactLookup()
  const { person } = usePerson()
  const owner = useOwner(place)
  const contact = place === undefined ? undefined : findContact(place)
  if (contact) return { name: visibleString(contact.name, MAX_NAME_CHARACTERS), kind: 'contact' }
  return ownerName(owner, person)
}

/** Returns a function that finds names of any number of addresses and keys; safe to call while rendering. */
export function useNameLookup(): (place: string) => KnownName | undefined {
  const findContact = useContactLookup()
  const { person } = usePerson()
  const findOwner = useOwnerLookup()
  return (place) => {
    const contact = findContact(place)
    if (contact) return { name: visibleString(contact.name, MAX_NAME_CHARACTERS), kind: 'contact' }
    return ownerName(findOwner(place), person)
  }
}

/** Returns a function that formats the owner of an address or key as a sentence below a field. */
export function useOwnerLabel(): (place: string) => string | undefined {
  const findName = useNameLookup()
  return (place) => {
    const known = findName(place)
    return known && t(`frame:people.whose.${known.kind}`, { name: known.name })
  }
}

/** Values with these keys may be untrusted texts, so they are never replaced by a name. */
const STRANGERS_TEXTS: ReadonlySet<string> = new Set(['name', 'text'])

/** Returns a sentence that describes a transaction, with names instead of known addresses and keys. */
export function useNamedSummary(told: Pick<Explanation, 'said' | 'summary'> | undefined): string {
  const findName = useNameLookup()
  const toNamed = (key: string, value: string) =>
    !STRANGERS_TEXTS.has(key) && isAddressOrKeyShaped(value) ? (findName(value)?.name ?? value) : value
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
