import { useExports } from '../../../components/export/exports.ts'
import { listOrder } from '../../../components/export/listOrder.ts'
import type { ExportFormat } from '../../../components/export/table.ts'
import { PAGE_ROWS, usePages } from '../../../components/lists/usePages.ts'
import type { WalletHistoryRow } from '../../../components/walletHistory/kinds.tsx'
import { useCoinName } from '../../../node/coin.ts'
import { useNode } from '../../../node/context.tsx'
import type { WalletSearch } from '../search.ts'
import { useRevision } from '../useRevision.ts'
import { exportedHistory } from './exported.ts'

function historyOptions({ q, kind }: WalletSearch, cursor: string | null) {
  return {
    limit: PAGE_ROWS,
    ...(cursor === null ? {} : { cursor }),
    ...(q === undefined ? {} : { search: q }),
    ...(kind === undefined ? {} : { kind }),
  }
}

/** Loads the wallet's transactions in pages, filtered by search and kind, and exports them. */
export function useWalletHistory(search: WalletSearch) {
  const coin = useCoinName()
  const { client } = useNode()
  const start = useExports((state) => state.start)
  const options = historyOptions(search, null)
  const ask = (cursor: string | null, signal: AbortSignal) =>
    client.call('listwallethistory', { options: historyOptions(search, cursor) }, { signal })
  const list = usePages<WalletHistoryRow>({ listKey: ['listwallethistory', options], revision: useRevision(), ask })
  const save = (format: ExportFormat) =>
    void start(
      listOrder<WalletHistoryRow>({
        client,
        fileName: `${coin.replaceAll(/[^0-9A-Za-z]/g, '')}-history`,
        format,
        total: list.total ?? null,
        columns: exportedHistory,
        facts: { chain: coin },
        changes: 'with its blocks',
        page: (cursor, _height, signal) => ask(cursor, signal),
      }),
    )
  return { list, options, filtered: search.q !== undefined || search.kind !== undefined, save }
}
