/** Whose an address or a public key is, where the app knows: a contact's, or the sandbox's other wallet's. */
import { t } from '../../i18n/texts.ts'
import { visibleString } from '../../ui/visibleText.ts'
import { useContactOf } from './contacts.ts'
import { personName } from './PersonMark.tsx'
import { usePersonOf } from './persons.ts'

/** Characters of a contact's name. */
const MOST_NAME = 60

/** Names that are safe to show. */
export function useNameOf(): (place: string) => string | undefined {
  const contactOf = useContactOf()
  const otherOf = usePersonOf()
  return (place) => {
    const contact = contactOf(place)
    if (contact) return visibleString(contact.name, MOST_NAME)
    const person = otherOf(place)
    return person && personName(person)
  }
}

/** The same as a sentence below a field. */
export function useWhose(): (place: string) => string | undefined {
  const contactOf = useContactOf()
  const nameOf = useNameOf()
  return (place) => {
    const name = nameOf(place)
    return name && t(contactOf(place) ? 'frame:people.known' : 'frame:people.other', { name })
  }
}
