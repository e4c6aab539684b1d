import { type CoinStatistics, createCoinTally, groupCoins, type ScannedCoin } from '../node/chain/index.ts'
import type { ReadSnapshot } from '../node/storage/index.ts'
import { toHex, yieldToEventLoop } from '../node/util/index.ts'

/** Transactions that are read between two yields to the event loop. */
const TRANSACTIONS_A_PAGE = 1_000

/**
 * Unspent outputs by transaction, in the order of their ids: page by page along an index, so that neither server nor process
 * holds them all.
 */
const PAGE = `
SELECT t.ordinal, t.txid, t.version, t.height, o.id - t.ordinal, o.value, o.script
FROM (SELECT * FROM txs WHERE txid >= ? AND (txid, ordinal) > (?, ?) ORDER BY txid, ordinal LIMIT ?) t
LEFT JOIN tx_outputs o ON o.id >= t.ordinal AND o.id < t.ordinal + t.outputs AND o.height = t.height
  AND NOT EXISTS (SELECT 1 FROM tx_inputs i WHERE i.output = o.id)
ORDER BY t.txid, t.ordinal, o.id`

type PageRow = ScannedCoin | [bigint, Uint8Array, bigint, bigint, null, null, null]

const hasOutput = (row: PageRow): row is ScannedCoin => row[4] !== null

/** Statistics over all unspent outputs of one block; asked again at the same one they are at hand. */
export function createPublishedCoins(snapshot: () => ReadSnapshot): () => Promise<CoinStatistics> {
  let known: { readonly block: string; readonly statistics: Promise<CoinStatistics> } | undefined

  async function count({ db, tip, close }: ReadSnapshot): Promise<CoinStatistics> {
    try {
      const select = db.prepare<[Uint8Array, Uint8Array, bigint, number], PageRow>(PAGE).raw(true).safeIntegers(true)
      const tally = createCoinTally(tip)
      let last: PageRow = [-1n, new Uint8Array(), 0n, 0n, null, null, null]
      for (;;) {
        const rows: PageRow[] = select.all(last[1], last[1], last[0], TRANSACTIONS_A_PAGE)
        const end = rows.at(-1)
        if (end === undefined) return tally.finish()
        for (const group of groupCoins(rows.filter(hasOutput))) tally.add(group)
        last = end
        await yieldToEventLoop()
      }
    } finally {
      close()
    }
  }

  return () => {
    const opened = snapshot()
    const block = toHex(opened.tip.hash)
    if (known?.block === block) {
      opened.close()
      return known.statistics
    }
    const statistics = count(opened)
    known = { block, statistics }
    // A failure is not kept.
    statistics.catch(() => {
      known = undefined
    })
    return statistics
  }
}
