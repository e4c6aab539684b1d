import { type KeyboardEvent, useId, useState } from 'react'
import { visibleString } from '../../ui/visibleText.ts'
import { contactsFor, type Place, useContacts } from './contacts.ts'
import { personName } from './PersonMark.tsx'
import { type Person, useOtherPerson } from './persons.ts'

export interface Suggestion {
  readonly key: string
  readonly name: string
  readonly value: string
  readonly note: string
  /** the other person of the sandbox, whose value is known when it is asked for */
  readonly person?: Person
}

export interface SuggestionOptions {
  readonly value: string
  readonly place: Place
  onPick(value: string): void
}

/** Names below a field: which fit, which one the arrow keys are at, and what the keys do. */
export function useSuggestions({ value, place, onPick }: SuggestionOptions) {
  const id = useId()
  const contacts = useContacts()
  const other = useOtherPerson()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [busy, setBusy] = useState(false)
  const typed = value.trim()
  const found: readonly Suggestion[] = contactsFor(contacts ?? [], typed, place).map((each) => ({
    ...each,
    name: visibleString(each.name, 60),
  }))
  const persons: readonly Suggestion[] =
    other.person !== undefined && personName(other.person).toLowerCase().startsWith(typed.toLowerCase())
      ? [{ key: other.person, name: personName(other.person), value: '', note: '', person: other.person }]
      : []
  const rows = [...persons, ...found]
  const showing = open && rows.length > 0
  const at = Math.min(active, rows.length - 1)

  const close = () => setOpen(false)
  const show = () => {
    setActive(0)
    setOpen(true)
  }
  const pick = async (row: Suggestion) => {
    if (row.person === undefined) onPick(row.value)
    else {
      setBusy(true)
      const whose = await other.find()
      setBusy(false)
      if (whose) onPick(place === 'address' ? whose.address : whose.pubkey)
    }
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!showing) {
      if (event.key === 'ArrowDown' && rows.length > 0) {
        event.preventDefault()
        show()
      }
      return
    }
    const row = rows[at]
    if (event.key === 'ArrowDown') setActive((at + 1) % rows.length)
    else if (event.key === 'ArrowUp') setActive((at + rows.length - 1) % rows.length)
    else if (event.key === 'Enter' && row) void pick(row)
    else if (event.key === 'Escape') close()
    else {
      if (event.key === 'Tab') close()
      return
    }
    event.preventDefault()
    // Escape would close the dialog around it.
    event.stopPropagation()
  }
  const field = {
    'aria-autocomplete': 'list' as const,
    'aria-controls': showing ? id : undefined,
    'aria-activedescendant': showing ? `${id}-${at}` : undefined,
    onKeyDown,
    onBlur: close,
  }
  return { id, rows, at, showing, busy, field, show, close, pick, setActive, some: rows.length > 0 }
}
