import type { WalletFile } from '../file/index.ts'
import type { TransactionRecorder, WalletLedger } from '../transactions/index.ts'
import { heightOfTime } from './heightOfTime.ts'
import { rescan, type ScannedChain, type ScanOptions } from './rescan.ts'

/** Meta entry with the height from which to scan, as decimal text. */
const NAME = 'rescanFrom'

export interface DueRescanDeps {
  readonly chain: ScannedChain
  readonly file: Pick<WalletFile, 'meta' | 'setMeta' | 'dropMeta'>
  readonly ledger: Pick<WalletLedger, 'recheckOwnership'>
  readonly recorder: TransactionRecorder
}

/** Rescan that stays due until it has finished, also if the program ends before. */
export class DueRescan {
  readonly #deps: DueRescanDeps
  #demands = 0

  constructor(deps: DueRescanDeps) {
    this.#deps = deps
  }

  /** Returns the height from which to scan, or undefined if no rescan is due. */
  from(): number | undefined {
    const stored = this.#deps.file.meta(NAME)
    return stored && Number(Buffer.from(stored).toString('latin1'))
  }

  /**
   * Stores that blocks of this time and later must be scanned. Call it within the durable step that adds keys.
   * @param since unix seconds; 0: from the first block
   */
  demand(since: number): void {
    this.#demands++
    const height = since > 0 ? heightOfTime(this.#deps.chain, since) : 0
    this.#deps.file.setMeta(NAME, Buffer.from(String(Math.min(height, this.from() ?? height)), 'latin1'))
  }

  /** Scans the blocks if that is due. @returns false if it was aborted and is still due */
  async run(options: ScanOptions = {}): Promise<boolean> {
    const { chain, file, ledger, recorder } = this.#deps
    const from = this.from()
    if (from === undefined) return true
    const demands = this.#demands
    ledger.recheckOwnership()
    await rescan(chain, recorder, from, options)
    if (options.signal?.aborted) return false
    // Keys that were added in the meantime may be paid in blocks that were already scanned.
    if (this.#demands !== demands) return this.run(options)
    file.dropMeta(NAME)
    return true
  }
}
