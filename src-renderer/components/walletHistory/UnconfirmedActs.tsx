import { useRpc } from '../../node/queries.ts'
import { HistoryKindMark, State, type WalletHistoryRow } from './kinds.tsx'

const READ = 100

type Action = NonNullable<WalletHistoryRow['action']>

/** Returns the unconfirmed wallet transactions with one of the given actions. */
export function useUnconfirmedActs(actions: readonly Action[]): readonly WalletHistoryRow[] {
  const { data } = useRpc('listwallethistory', { options: { limit: READ } })
  return (
    data?.rows.filter(({ state, action }) => state === 'pending' && action !== null && actions.includes(action)) ?? []
  )
}

/** Lists unconfirmed actions, which the contract's own lists show only after the next block. */
export function UnconfirmedActs({ rows }: { readonly rows: readonly WalletHistoryRow[] }) {
  if (rows.length === 0) return null
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.txid} className="flex flex-wrap items-center gap-x-3 py-2">
          <HistoryKindMark row={row} />
          <span className="ml-auto">
            <State row={row} />
          </span>
        </li>
      ))}
    </ul>
  )
}
