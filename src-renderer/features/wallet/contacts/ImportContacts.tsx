import { Upload } from 'lucide-react'
import { describeError } from '../../../components/describeError.ts'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { FileButton } from '../../../ui/FileButton.tsx'
import { toast } from '../../../ui/toasts.ts'
import { MAX_CONTACT_FILE_BYTES, readContactFile } from './contactFile.ts'

export function ImportContacts() {
  const { client } = useNode()
  const read = async (file: File) => {
    const contacts = file.size > MAX_CONTACT_FILE_BYTES ? [] : readContactFile(await file.text())
    if (contacts.length === 0) {
      toast({ tone: 'bad', title: t('people:import.nothing'), detail: t('people:import.format') })
      return
    }
    const { added, extended, rejected } = await client.call('importcontacts', { contacts: contacts.map(memberText) })
    toast({
      tone: added + extended > 0 ? 'ok' : 'bad',
      title: t('people:import.done', { count: added + extended }),
      detail: rejected > 0 ? t('people:import.rejected', { count: rejected }) : undefined,
    })
  }
  return (
    <FileButton
      size="sm"
      field={t('people:import.file')}
      accept=".csv,.txt,text/csv,text/plain"
      icon={<Upload aria-hidden className="size-3.5" />}
      onFile={(file) => read(file).catch((error: unknown) => toast({ tone: 'bad', title: describeError(error).title }))}
    >
      {t('people:import.import')}
    </FileButton>
  )
}

/** Converts a contact to the input of the call. */
const memberText = ({ name, addresses, pubkeys, note = '' }: ReturnType<typeof readContactFile>[number]) => ({
  ...{ name, addresses, pubkeys, note },
})
