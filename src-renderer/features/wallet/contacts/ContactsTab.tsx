import { ArrowUpRight, BookUser, SearchX, UserRoundPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { ExportMenu } from '../../../components/export/ExportMenu.tsx'
import { useExports } from '../../../components/export/exports.ts'
import { rowsOrder } from '../../../components/export/rowsOrder.ts'
import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { ContactDialog } from '../../../components/people/ContactDialog.tsx'
import type { Contact } from '../../../components/people/contacts.ts'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { fileText } from '../../../i18n/nodeText.ts'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Hash } from '../../../ui/Hash.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { contactColumns } from './contactFile.ts'
import { ImportContacts } from './ImportContacts.tsx'

export interface ContactsTabProps {
  /** starts a payment to this address */
  onPay(address: string): void
}

const fits = ({ name, note, addresses, pubkeys }: Contact, wanted: string) =>
  [name, note, ...addresses, ...pubkeys.flatMap(({ pubkey, address }) => [pubkey, address])].some((text) =>
    text.toLowerCase().includes(wanted),
  )

/** The address book: contacts with their addresses and public keys, for all chains. */
export function ContactsTab({ onPay }: ContactsTabProps) {
  const list = useRpc('listcontacts', {})
  const [query, setQuery] = useState('')
  const [edited, setEdited] = useState<Contact | 'new'>()
  const start = useExports((state) => state.start)
  const wanted = query.trim().toLowerCase()
  const contacts = list.data?.contacts
  const rows = useMemo(() => contacts?.filter((contact) => fits(contact, wanted)), [contacts, wanted])
  const columns = useMemo(() => buildColumns(onPay), [onPay])
  const add = (
    <Button
      once
      size="sm"
      variant="primary"
      icon={<UserRoundPlus aria-hidden className="size-3.5" />}
      onClick={() => setEdited('new')}
    >
      {t('people:contacts.add')}
    </Button>
  )
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="group/source flex shrink-0 items-center gap-2 border-b px-4 py-2 max-[719px]:flex-wrap">
        <div className="w-72 min-w-0">
          <SearchField
            main
            label={t('people:contacts.search')}
            placeholder={t('people:contacts.searchIn')}
            value={query}
            onChange={setQuery}
          />
        </div>
        <span className="flex-1" />
        <CallSource calls={[shownCall('listcontacts', {})]} />
        <ImportContacts />
        <ExportMenu
          label={t('people:contacts.export')}
          disabled={!contacts?.length}
          onExport={(format) =>
            void start(rowsOrder({ fileName: 'contacts', format, columns: contactColumns, rows: contacts ?? [] }))
          }
        />
        {add}
      </div>
      {list.data?.notice ? (
        <p className="border-b bg-warn-soft px-4 py-2 text-12 text-warn">{fileText(list.data.notice)}</p>
      ) : null}
      <DataTable
        label={t('people:contacts.title')}
        className="flex-1"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => visibleString(name, 60)}
        onOpen={setEdited}
        error={
          list.error && !rows ? <RpcErrorState error={list.error} onRetry={() => void list.refetch()} /> : undefined
        }
        empty={
          wanted === '' ? (
            <EmptyState icon={<BookUser />} title={t('people:contacts.none')} call="savecontact">
              {t('people:contacts.noneHint')}
            </EmptyState>
          ) : (
            <EmptyState icon={<SearchX />} title={t('people:contacts.noMatch')}>
              {t('people:contacts.noMatchHint')}
            </EmptyState>
          )
        }
      />
      {edited === undefined ? null : (
        <ContactDialog
          key={edited === 'new' ? 'new' : edited.id}
          contact={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

/** Shows how many further entries there are after the first. */
function more(count: number) {
  return count > 1 ? <span className="ml-1.5 text-12 text-muted">+{count - 1}</span> : null
}

function buildColumns(onPay: ContactsTabProps['onPay']): readonly Column<Contact>[] {
  return [
    {
      id: 'name',
      header: t('people:contacts.name'),
      width: 'minmax(140px, 1.2fr)',
      sortBy: ({ name }) => name.toLowerCase(),
      cell: ({ name }) => <SafeText text={name} max={60} className="font-medium" />,
    },
    {
      id: 'address',
      header: t('people:contacts.address'),
      width: '190px',
      cell: ({ addresses: [first, ...rest] }) =>
        first === undefined ? (
          <span className="text-faint">—</span>
        ) : (
          <span>
            <ChainLink to={{ kind: 'address', id: first }} label={t('people:contacts.address')} inRow unnamed />
            {more(rest.length + 1)}
          </span>
        ),
    },
    {
      id: 'pubkey',
      header: t('people:contacts.key'),
      width: '190px',
      cell: ({ pubkeys: [first, ...rest] }) =>
        first === undefined ? (
          <span className="text-faint">—</span>
        ) : (
          <span>
            <Hash value={first.pubkey} label={t('people:contacts.key')} inRow />
            {more(rest.length + 1)}
          </span>
        ),
    },
    {
      id: 'note',
      header: t('people:contacts.note'),
      width: 'minmax(100px, 1fr)',
      hideBelow: 760,
      cell: ({ note }) => <SafeText text={note} max={200} empty="—" className="text-muted" />,
    },
    {
      id: 'pay',
      header: t('people:contacts.payHeader'),
      width: '64px',
      align: 'right',
      cell: ({ name, addresses: [first], pubkeys: [key] }) => (
        <IconButton
          small
          label={t('people:contacts.pay', { name: visibleString(name, 60) })}
          icon={<ArrowUpRight aria-hidden className="size-3.5" />}
          onClick={() => onPay(first ?? key?.address ?? '')}
        />
      ),
    },
  ]
}
