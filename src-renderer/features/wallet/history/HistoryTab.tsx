import { Receipt } from 'lucide-react'
import { useMemo } from 'react'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { ExportMenu } from '../../../components/export/ExportMenu.tsx'
import { LapsedNotarisation } from '../../../components/lapsedNotarisation.tsx'
import { ListFrame, LoadedNote } from '../../../components/lists/ListFrame.tsx'
import { NoRows } from '../../../components/lists/NoRows.tsx'
import { RpcErrorState } from '../../../components/RpcErrorState.tsx'
import { describeHistoryRow } from '../../../components/walletHistory/describeHistoryRow.ts'
import { t } from '../../../i18n/texts.ts'
import { onDemand } from '../../../ui/onDemand.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { MAX_QUERY_LENGTH, type WalletSearch } from '../search.ts'
import { walletHistoryColumns } from './columns.tsx'
import { kindSegments } from './kindSegments.ts'
import { useWalletHistory } from './useWalletHistory.ts'
import { WalletFacts } from './WalletFacts.tsx'

const TransactionDrawer = onDemand(() =>
  import('../../../components/transaction/TransactionDrawer.tsx').then((module) => module.TransactionDrawer),
)

/** Delay after the last key press before the call, in ms. */
const TYPING_MS = 250

export interface HistoryTabProps {
  readonly coin: string
  readonly search: WalletSearch
  onSearch(change: { readonly [Name in keyof WalletSearch]?: WalletSearch[Name] | undefined }): void
}

/** Lists all transactions of the wallet, newest first. */
export function HistoryTab({ coin, search, onSearch }: HistoryTabProps) {
  const { list, options, filtered, save } = useWalletHistory(search)
  const opened = list.rows?.find((row) => row.txid === search.tx)
  return (
    <>
      <LapsedNotarisation />
      <ListFrame
        filters={
          <>
            <div className="w-56 min-w-40 max-w-72 flex-1">
              <SearchField
                main
                label={t('wallet:history.search')}
                placeholder={t('wallet:history.placeholder')}
                maxLength={MAX_QUERY_LENGTH}
                wait={TYPING_MS}
                value={search.q ?? ''}
                onChange={(text) => onSearch({ q: text.trim() || undefined })}
              />
            </div>
            <Segmented
              label={t('wallet:history.filter')}
              className="h-7"
              segments={kindSegments()}
              value={search.kind ?? 'all'}
              onChange={(kind) => onSearch({ kind: kind === 'all' ? undefined : kind })}
            />
          </>
        }
        actions={
          <>
            <CallSource calls={[shownCall('listwallethistory', { options })]} />
            <ExportMenu
              label={filtered ? t('parts:export.matching.transactions') : t('parts:export.all.transactions')}
              disabled={!list.rows?.length}
              onExport={save}
            />
          </>
        }
        footer={
          <LoadedNote
            {...list}
            what="transactions"
            shown={list.rows?.length}
            all={undefined}
            filtered={filtered}
            onRenew={list.renew}
          />
        }
      >
        <HistoryTable coin={coin} search={search} list={list} filtered={filtered} onSearch={onSearch} />
      </ListFrame>
      {search.tx === undefined ? null : (
        <TransactionDrawer
          key={search.tx}
          txid={search.tx}
          coin={coin}
          onClose={() => onSearch({ tx: undefined })}
          own={opened ? <WalletFacts row={opened} coin={coin} /> : undefined}
        />
      )}
    </>
  )
}

interface HistoryTableProps extends HistoryTabProps, Pick<ReturnType<typeof useWalletHistory>, 'list' | 'filtered'> {}

function HistoryTable({ coin, search, list, filtered, onSearch }: HistoryTableProps) {
  const columns = useMemo(() => walletHistoryColumns(coin, list.complete), [coin, list.complete])
  return (
    <DataTable
      label={t('wallet:history.list', { coin })}
      className="flex-1"
      columns={columns}
      rows={list.rows}
      total={list.total}
      rowKey={(row) => row.txid}
      rowLabel={(row) => `${describeHistoryRow(row)}${row.label ? `, ${visibleString(row.label, 60)}` : ''}`}
      openKey={search.tx}
      onOpen={(row) => onSearch({ tx: row.txid })}
      onNearEnd={list.more}
      error={list.error && !list.rows ? <RpcErrorState error={list.error} onRetry={list.retry} /> : undefined}
      empty={
        <NoRows
          icon={<Receipt />}
          title={t('wallet:history.empty')}
          filtered={filtered}
          onClear={() => onSearch({ q: undefined, kind: undefined })}
        >
          {t('wallet:history.emptyHint')}
        </NoRows>
      }
    />
  )
}
