import type { Clock } from '../core/index.ts'
import type { HeaderTree } from './headerTree.ts'

/** The chain counts as still downloading if the tip is older than this. */
const RECENT_SECONDS = 24 * 3600

/** Tracks whether the initial download is still ongoing (chain-params.md §11). Once over, it never restarts. */
export class InitialDownload {
  readonly #tree: HeaderTree
  readonly #clock: Clock
  readonly #minHeight: number
  #over = false
  #imports = 0

  /** @param minHeight the download continues at least up to this height, whatever the tip's age */
  constructor(tree: HeaderTree, clock: Clock, minHeight = 0) {
    this.#tree = tree
    this.#clock = clock
    this.#minHeight = minHeight
  }

  /**
   * @param durable true if the tip is committed; otherwise it may be rolled back, so the end of the download is not
   *   recorded
   */
  isOngoing(durable: boolean): boolean {
    if (!this.#over && durable && !this.#isBehind()) this.#over = true
    return !this.#over
  }

  /** Returns the current answer within a batch, without recording the end of the download. */
  seemsOngoing(): boolean {
    return !this.#over && this.#isBehind()
  }

  /** Runs an import. The chain counts as downloading during it. */
  async importing<T>(work: () => Promise<T>): Promise<T> {
    this.#imports++
    try {
      return await work()
    } finally {
      this.#imports--
    }
  }

  #isBehind(): boolean {
    const { tip } = this.#tree
    if (this.#imports > 0 || tip.height < this.#minHeight) return true
    return tip.time < this.#clock.now() - RECENT_SECONDS
  }
}
