import { useRpc } from '../../node/queries.ts'
import { type AddressOverview, isUsed } from './addressScope.ts'

/** Loads both summaries of an address and selects the one to show. */
export function useAddress(address: string, wanted: boolean | undefined) {
  const key = useRpc('getaddresssummary', { address }, { keepPrevious: false })
  const conditions = useRpc('getaddresssummary', { address, ccvout: true }, { keepPrevious: false })
  const ccvout = wanted ?? (key.data !== undefined && !isUsed(key.data) && isUsed(conditions.data))
  const shown = ccvout ? conditions : key
  const newest = useRpc('listaddressdeltas', { address, ccvout, options: { limit: 1 } }, { keepPrevious: false })
  return {
    ccvout,
    summary: shown.data,
    /** undefined until both summaries are loaded */
    kinds: key.data && conditions.data ? [key.data, conditions.data].filter(isUsed) : undefined,
    error: shown.error ?? key.error,
    stale: shown.isRefetchError,
    updatedAt: shown.dataUpdatedAt,
    revision: shown.data && newest.data ? computeRevision(shown.data, newest.data.rows[0]) : undefined,
    retry() {
      void key.refetch()
      void conditions.refetch()
    },
  }
}

interface Newest {
  readonly txid: string
  readonly index: number
  readonly spending: boolean
}

/** Returns a text that changes with every list of the address: on a block, a reorganisation, or a mempool change. */
function computeRevision(summary: AddressOverview, newest: Newest | undefined): string {
  const { balance, received, pending, deltas, utxos, transactions, last } = summary
  const counts = [balance, received, pending, deltas, utxos, transactions, last?.height, last?.time]
  return [...counts, newest?.txid, newest?.index, newest?.spending].join(' ')
}
