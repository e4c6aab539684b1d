import { equal } from '../../util/index.ts'
import type { ChainContext } from '../context.ts'
import type { BlockImporter } from '../importer/blockImporter.ts'
import type { CoinStatistics } from '../types.ts'
import type { CoinScanner } from './coinScanner.ts'

/**
 * Statistics of all unspent outputs at the tip. The hash covers every output, so each tip needs one scan, on the first
 * request. The result is cached until the tip changes.
 */
export class CoinStatisticsReader {
  readonly #context: ChainContext
  readonly #importer: BlockImporter
  readonly #scanner: CoinScanner
  /** statistics of the newest block that was scanned */
  #latest: CoinStatistics | undefined
  /** the running scan, and the tip when it began */
  #running: { readonly tip: Uint8Array; readonly result: Promise<CoinStatistics> } | undefined
  /** scan for requests of a later tip, which starts when `running` ends */
  #next: Promise<CoinStatistics> | undefined

  constructor(context: ChainContext, importer: BlockImporter, scanner: CoinScanner) {
    this.#context = context
    this.#importer = importer
    this.#scanner = scanner
  }

  /** Returns the statistics of the tip. Commits all connected blocks first. */
  read(): Promise<CoinStatistics> {
    // The scan uses another connection, which sees only committed data.
    this.#importer.commit()
    const { hash: tip } = this.#context.tree.tip
    if (this.#latest !== undefined && equal(this.#latest.bestBlock, tip)) return Promise.resolve(this.#latest)
    if (this.#running === undefined) return this.#scan(tip)
    if (equal(this.#running.tip, tip)) return this.#running.result
    const again = () => {
      this.#next = undefined
      return this.read()
    }
    this.#next ??= this.#running.result.then(again, again)
    return this.#next
  }

  #scan(tip: Uint8Array): Promise<CoinStatistics> {
    const result = this.#scanner.scan(this.#context.storage.db.name).finally(() => {
      this.#running = undefined
    })
    this.#running = { tip, result }
    void result.then(
      (statistics) => {
        this.#latest = statistics
      },
      () => undefined,
    )
    return result
  }
}
