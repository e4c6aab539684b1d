import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { visibleString } from '../../ui/visibleText.ts'
import { contactsFor, type PlaceKind, useContacts } from './contacts.ts'
import { namedRow } from './namedRow.ts'
import { personName } from './PersonMark.tsx'
import { type Person, useOtherPerson } from './persons.ts'
import { useHeldForm } from './useHeldForm.ts'

export interface NameSuggestion {
  readonly key: string
  readonly name: string
  readonly value: string
  readonly note: string
  /** The other sandbox wallet, whose address or key is loaded when it is picked. */
  readonly person?: Person
}

export interface SuggestionOptions {
  readonly value: string
  readonly place: PlaceKind
  /** Element around the field. */
  readonly box: RefObject<HTMLElement | null>
  onPick(value: string): void
}

/** Name suggestions below a field: the matching rows, the row marked by the arrow keys, and the key handlers. */
export function useSuggestions({ value, place, box, onPick }: SuggestionOptions) {
  const id = useId()
  const contacts = useContacts()
  const other = useOtherPerson()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [finding, setFinding] = useState<Person>()
  const form = useHeldForm(box, finding !== undefined)
  const typed = value.trim()
  const found: readonly NameSuggestion[] = contactsFor(contacts ?? [], typed, place).map((each) => ({
    ...each,
    name: visibleString(each.name, 60),
  }))
  const persons: readonly NameSuggestion[] =
    other.person !== undefined && personName(other.person).toLowerCase().startsWith(typed.toLowerCase())
      ? [{ key: other.person, name: personName(other.person), value: '', note: '', person: other.person }]
      : []
  const rows = [...persons, ...found]
  const showing = open && finding === undefined && rows.length > 0
  const at = Math.min(active, rows.length - 1)

  const close = () => setOpen(false)
  const show = () => {
    setActive(0)
    setOpen(true)
  }
  const pick = async (row: NameSuggestion) => {
    close()
    if (row.person === undefined) return onPick(row.value)
    setFinding(row.person)
    const whose = await other.find()
    // Set the value in the same render, because the deferred form is submitted when the wait ends.
    if (whose) onPick(place === 'address' ? whose.address : whose.pubkey)
    else form.forget()
    setFinding(undefined)
  }
  const leave = () => {
    const row = showing ? namedRow(rows, typed) : undefined
    if (row) void pick(row)
    else close()
  }
  // Wait for the next field to get the focus: if elements are removed on blur, while nothing has the focus, a dialog
  // takes it.
  const onBlur = () => window.setTimeout(leave)
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
    else return
    event.preventDefault()
    // Escape would also close the surrounding dialog.
    event.stopPropagation()
  }
  const field = {
    'aria-autocomplete': 'list' as const,
    'aria-controls': showing ? id : undefined,
    'aria-activedescendant': showing ? `${id}-${at}` : undefined,
    onKeyDown,
    onBlur,
  }
  return {
    id,
    rows,
    at,
    showing,
    finding,
    waiting: form.asked,
    field,
    show,
    close,
    pick,
    setActive,
    some: rows.length > 0,
  }
}
