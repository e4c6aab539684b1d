import type { AddressQueries } from '../interfaces.ts'
import { createHeightSearch } from './places.ts'
import type { ViewDeps } from './view.ts'

const HEX_LENGTH = 64

/** Turns ids in internal order into display order, all at once: one buffer instead of one for each. */
function toDisplayOrder(ids: readonly string[]): string[] {
  const bytes = Buffer.from(ids.join(''), 'hex').reverse()
  const text = bytes.toString('hex')
  const { length } = ids
  return ids.map((_, at) => text.slice((length - 1 - at) * HEX_LENGTH, (length - at) * HEX_LENGTH))
}

/** Reads no more of a history than the ids: hexadecimal text from SQLite costs a third of what its buffers do. */
export function createTransactionIdReader({ db, accounts, flush }: ViewDeps): Pick<AddressQueries, 'transactionIds'> {
  const firstAtHeight = createHeightSearch(db)
  const select = db
    .prepare<[number, number, number], [string, number]>(
      `SELECT hex(t.txid), t.height
       FROM (SELECT DISTINCT tx FROM address_deltas WHERE address = ? AND tx >= ? AND tx < ?) d
       JOIN txs t ON t.ordinal = d.tx ORDER BY d.tx`,
    )
    .raw(true)

  return {
    transactionIds(address, range) {
      flush()
      const id = accounts.find(address)?.id
      if (id === undefined) return []
      const from = range === undefined ? 0 : firstAtHeight(range.start)
      const end = range === undefined ? Number.MAX_SAFE_INTEGER : firstAtHeight(range.end + 1)
      const rows = select.all(id, from, end)
      const txids = toDisplayOrder(rows.map(([txid]) => txid))
      return rows.map(([, height], at) => ({ txid: txids[at]!, height }))
    },
  }
}
