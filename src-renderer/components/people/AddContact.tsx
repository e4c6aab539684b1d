import { BookUser, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { t, withTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { visibleString } from '../../ui/visibleText.ts'
import { useContactLookup, useContacts } from './contacts.ts'

const ContactDialog = onDemand(
  withTexts(['people'], () => import('./ContactDialog.tsx').then((module) => module.ContactDialog)),
)

/** Shows the contact that owns an address or key, or a button that adds one to the address book. */
export function AddContact({ place }: { readonly place: string }) {
  const [open, setOpen] = useState(false)
  const known = useContacts() !== undefined
  const contact = useContactLookup()(place)
  return (
    <>
      <Button
        disabled={!known}
        icon={contact ? <BookUser aria-hidden className="size-4" /> : <UserRoundPlus aria-hidden className="size-4" />}
        onClick={() => setOpen(true)}
      >
        <span className="max-w-48 truncate">{contact ? visibleString(contact.name, 60) : t('frame:people.add')}</span>
      </Button>
      {open ? <ContactDialog contact={contact} place={place} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
