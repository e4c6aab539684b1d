import { useMemo } from 'react'
import { t } from '../../../i18n/texts.ts'
import { formatBytes, groupDigits } from '../../../ui/format.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { FramedTable } from '../../../ui/table/FramedTable.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import type { DetailedPeer } from '../peer.ts'

type Message = DetailedPeer['messages'][number]

function figures(id: string, header: string, value: (row: Message) => number, bytes: boolean): Column<Message> {
  return {
    id,
    header,
    align: 'right',
    // Headers of counts are longer than those of sizes.
    width: bytes ? 'minmax(56px, 1fr)' : 'minmax(64px, 1fr)',
    firstSort: 'descending',
    sortBy: value,
    cell: (row) =>
      value(row) === 0 ? (
        <span className="text-faint">0</span>
      ) : bytes ? (
        formatBytes(value(row))
      ) : (
        groupDigits(value(row))
      ),
  }
}

const messageColumns = (): readonly Column<Message>[] => [
  {
    id: 'command',
    header: t('network:message.command'),
    width: 'minmax(76px, 1fr)',
    sortBy: (row) => row.command,
    cell: (row) => <span className="font-mono text-12">{visibleString(row.command, 16)}</span>,
  },
  figures('received', t('network:message.received'), (row) => row.received, false),
  figures('bytesreceived', t('network:message.bytes'), (row) => row.bytesreceived, true),
  figures('sent', t('network:message.sent'), (row) => row.sent, false),
  figures('bytessent', t('network:message.bytes'), (row) => row.bytessent, true),
]

/** Shows the traffic of the connection by message type. */
export function MessageTable({ messages }: { readonly messages: readonly Message[] }) {
  const columns = useMemo(messageColumns, [])
  return (
    <FramedTable
      frameClass="bg-surface"
      label={t('network:message.label')}
      columns={columns}
      rows={messages}
      rowKey={(row) => row.command}
      maxRows={12}
      empty={<p className="p-4 text-center text-muted">{t('network:message.none')}</p>}
    />
  )
}
