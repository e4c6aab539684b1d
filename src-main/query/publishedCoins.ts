import { type CoinStatistics, createCoinTally, groupCoins, type ScannedCoin } from '../node/chain/index.ts'
import type { ReadSnapshot } from '../node/storage/index.ts'
import { toHex, yieldToEventLoop } from '../node/util/index.ts'

const TRANSACTIONS_PER_PAGE = 1_000

/**
 * Selects unspent outputs by transaction, in the order of their ids. Pages follow an index, so that neither the server
 * nor this process holds all outputs.
 */
const PAGE = `
SELECT t.ordinal, t.txid, t.version, t.height, o.id - t.ordinal, o.value, o.script
FROM (SELECT * FROM txs WHERE txid >= ? AND (txid, ordinal) > (?, ?) ORDER BY txid, ordinal LIMIT ?) t
LEFT JOIN tx_outputs o ON o.id >= t.ordinal AND o.id < t.ordinal + t.outputs AND o.height = t.height
  AND NOT EXISTS (SELECT 1 FROM tx_inputs i WHERE i.output = o.id)
ORDER BY t.txid, t.ordinal, o.id`

type PageRow = ScannedCoin | [bigint, Uint8Array, bigint, bigint, null, null, null]

const hasOutput = (row: PageRow): row is ScannedCoin => row[4] !== null

/** Statistics of all unspent outputs, cached for one block. */
export class PublishedCoins {
  readonly #snapshot: () => ReadSnapshot
  #known: { readonly block: string; readonly statistics: Promise<CoinStatistics> } | undefined

  constructor(snapshot: () => ReadSnapshot) {
    this.#snapshot = snapshot
  }

  statistics(): Promise<CoinStatistics> {
    const opened = this.#snapshot()
    const block = toHex(opened.tip.hash)
    if (this.#known?.block === block) {
      opened.close()
      return this.#known.statistics
    }
    const statistics = countCoins(opened)
    this.#known = { block, statistics }
    // Failures are not cached.
    statistics.catch(() => {
      this.#known = undefined
    })
    return statistics
  }
}

async function countCoins(snapshot: ReadSnapshot): Promise<CoinStatistics> {
  const { db, tip } = snapshot
  try {
    const select = db.prepare<[Uint8Array, Uint8Array, bigint, number], PageRow>(PAGE).raw(true).safeIntegers(true)
    const tally = createCoinTally(tip)
    let last: PageRow = [-1n, new Uint8Array(), 0n, 0n, null, null, null]
    for (;;) {
      const rows: PageRow[] = select.all(last[1], last[1], last[0], TRANSACTIONS_PER_PAGE)
      const end = rows.at(-1)
      if (end === undefined) return tally.finish()
      for (const group of groupCoins(rows.filter(hasOutput))) tally.add(group)
      last = end
      await yieldToEventLoop()
    }
  } finally {
    snapshot.close()
  }
}
