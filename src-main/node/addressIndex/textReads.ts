import type { AddressQueries, AddressUnspentText } from '../interfaces.ts'
import { toDisplayOrder, toNumbers } from './columns.ts'
import { createDeltaTexts } from './deltaTexts.ts'
import { createHeightSearch } from './places.ts'
import { littleEndianOrder, type ViewDeps } from './view.ts'

/** txid, script, output index, value, height */
type UnspentTextRow = [string, string, bigint, bigint, bigint]

type TextReads = Pick<AddressQueries, 'transactionIds' | 'deltaTexts' | 'unspentTexts'>

/**
 * Whole histories as texts, for replies that list them: text from SQLite costs a third of what its buffers do.
 */
export function createTextReads(deps: ViewDeps): TextReads {
  const { db, accounts, flush } = deps
  const firstAtHeight = createHeightSearch(db)
  const deltaPages = createDeltaTexts(db)
  // Long texts for the same reason as in deltaTexts.ts.
  const selectIds = db
    .prepare<[number, number, number], [string | null, string | null]>(
      `SELECT group_concat(hex(t.txid), ''), group_concat(t.height)
       FROM (SELECT DISTINCT tx FROM address_deltas WHERE address = ? AND tx >= ? AND tx < ? ORDER BY tx) d
       CROSS JOIN txs t ON t.ordinal = d.tx`,
    )
    .raw(true)
  const selectUnspent = db
    .prepare<[number], UnspentTextRow>(
      `SELECT hex(t.txid), hex(o.script), u.output - t.ordinal, u.value, t.height
       FROM address_unspent u JOIN outputs o ON o.id = u.output
       JOIN txs t ON t.ordinal = (SELECT max(ordinal) FROM txs WHERE ordinal <= u.output) WHERE u.address = ?`,
    )
    .raw(true)
    .safeIntegers(true)

  const idOf: (address: Parameters<TextReads['unspentTexts']>[0]) => number | undefined = (address) => {
    flush()
    return accounts.find(address)?.id
  }
  /** Ordinals of a range of heights: the least, and one beyond the last. */
  const span = (range: { readonly start: number; readonly end: number } | undefined): [number, number] =>
    range === undefined ? [0, Number.MAX_SAFE_INTEGER] : [firstAtHeight(range.start), firstAtHeight(range.end + 1)]

  return {
    transactionIds(address, range) {
      const id = idOf(address)
      if (id === undefined) return []
      const [ids, heights] = selectIds.get(id, ...span(range)) ?? [null, null]
      if (ids === null || heights === null) return []
      const txids = toDisplayOrder(ids)
      return toNumbers(heights).map((height, at) => ({ txid: txids[at]!, height }))
    },
    deltaTexts(address, range) {
      const id = idOf(address)
      return id === undefined ? [] : [...deltaPages(id, ...span(range))].flat()
    },
    unspentTexts(address) {
      const id = idOf(address)
      if (id === undefined) return []
      const rows = selectUnspent.all(id).sort((a, b) => {
        if (a[0] !== b[0]) return a[0] < b[0] ? -1 : 1
        return littleEndianOrder(Number(a[2]), Number(b[2]))
      })
      const txids = toDisplayOrder(rows.map(([txid]) => txid).join(''))
      return rows.map(
        ([, script, index, satoshis, height], at): AddressUnspentText => ({
          txid: txids[at]!,
          index: Number(index),
          script: script.toLowerCase(),
          satoshis,
          height: Number(height),
        }),
      )
    },
  }
}
