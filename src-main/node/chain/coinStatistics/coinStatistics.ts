import { equal } from '../../util/index.ts'
import type { ChainContext } from '../context.ts'
import type { BlockImporter } from '../importer/blockImporter.ts'
import type { CoinStatistics } from '../types.ts'
import type { CoinScanner } from './coinScanner.ts'

interface CoinStatisticsState {
  /** of the newest block that was scanned */
  latest: CoinStatistics | undefined
  /** The scan that is under way, and the tip when it began. */
  running: { readonly tip: Uint8Array; readonly result: Promise<CoinStatistics> } | undefined
  /** What callers get that came for a later tip: a scan that begins when `running` has ended. */
  next: Promise<CoinStatistics> | undefined
}

/**
 * Statistics of all unspent outputs at the tip. The hash covers every one of them, so each tip takes one scan, on the first
 * request for it; the result is kept until the tip changes.
 */
export function createCoinStatistics({ tree, storage }: ChainContext, importer: BlockImporter, scanner: CoinScanner) {
  const state: CoinStatisticsState = { latest: undefined, running: undefined, next: undefined }
  return function read(): Promise<CoinStatistics> {
    // Other connections see only what is committed.
    importer.commit()
    const { hash: tip } = tree.tip
    const { latest, running } = state
    if (latest !== undefined && equal(latest.bestBlock, tip)) return Promise.resolve(latest)
    if (running === undefined) return begin(state, tip, scanner.scan(storage.db.name))
    if (equal(running.tip, tip)) return running.result
    const again = () => {
      state.next = undefined
      return read()
    }
    state.next ??= running.result.then(again, again)
    return state.next
  }
}

function begin(state: CoinStatisticsState, tip: Uint8Array, scan: Promise<CoinStatistics>): Promise<CoinStatistics> {
  const result = scan.finally(() => {
    state.running = undefined
  })
  state.running = { tip, result }
  void result.then(
    (statistics) => {
      state.latest = statistics
    },
    () => undefined,
  )
  return result
}
