import { Trash2 } from 'lucide-react'
import { MAX_CONTACT_NAME, MAX_CONTACT_NOTE } from '#shared/chains/contacts.ts'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Input, Textarea } from '../../ui/Field.tsx'
import { toast } from '../../ui/toasts.ts'
import { visibleString } from '../../ui/visibleText.ts'
import { describeError } from '../describeError.ts'
import { required, useForm } from '../useForm.ts'
import type { Contact } from './contacts.ts'
import { parseAddressList, placesText } from './places.ts'

export interface ContactDialogProps {
  /** Contact to change; undefined to add a new one. */
  readonly contact?: Contact | undefined
  /** Initial address or key of a new contact. */
  readonly place?: string | undefined
  onClose(): void
}

export function ContactDialog({ contact, place = '', onClose }: ContactDialogProps) {
  const { client } = useNode()
  const form = useForm({
    defaultValues: {
      name: contact?.name ?? '',
      places: contact === undefined ? place : placesText(contact),
      note: contact?.note ?? '',
    },
  })
  const submit = form.onSubmit(async ({ name, places, note }) => {
    const fields = { name: name.trim(), ...parseAddressList(places), note: note.trim() }
    await client.call('savecontact', { contact: contact === undefined ? fields : { ...fields, id: contact.id } })
    onClose()
  }, 'places')
  const remove = async () => {
    if (contact === undefined) return
    try {
      await client.call('removecontact', { id: contact.id })
      onClose()
      const { id: _, pubkeys, changed: __, ...rest } = contact
      const undo = () =>
        void client.call('savecontact', { contact: { ...rest, pubkeys: pubkeys.map(({ pubkey }) => pubkey) } })
      toast({
        tone: 'neutral',
        title: t('people:contacts.removed', { name: visibleString(contact.name, 60) }),
        action: { label: t('people:contacts.undo'), run: undo },
      })
    } catch (error) {
      toast({ tone: 'bad', title: describeError(error).title })
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={contact === undefined ? t('people:contacts.add') : t('people:contacts.edit')}
      description={t('people:contacts.where')}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
        <Field label={t('people:contacts.name')} error={form.problem('name')}>
          <Input
            {...form.register('name', { validate: required(t('people:contacts.nameMissing')) })}
            maxLength={MAX_CONTACT_NAME}
          />
        </Field>
        <Field
          label={t('people:contacts.places')}
          hint={t('people:contacts.placesHint')}
          error={form.problem('places')}
        >
          <Textarea
            {...form.register('places', { validate: required(t('people:contacts.placesMissing')) })}
            rows={3}
            mono
          />
        </Field>
        <Field label={t('people:contacts.note')} optional error={form.problem('note')}>
          <Input {...form.register('note')} maxLength={MAX_CONTACT_NOTE} />
        </Field>
        <div className="flex justify-end gap-2">
          {contact === undefined ? null : (
            <Button
              variant="ghost"
              className="mr-auto"
              icon={<Trash2 aria-hidden className="size-4" />}
              onClick={() => void remove()}
            >
              {t('people:contacts.remove')}
            </Button>
          )}
          <Button onClick={onClose}>{t('people:cancel')}</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {t('people:contacts.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
