import type { Clock } from '../core/index.ts'
import type { HeaderTree } from './headerTree.ts'

/** A tip older than this means that the chain is still being fetched. */
const RECENT_SECONDS = 24 * 3600

/** Whether the chain is still being downloaded (chain-params.md §11). Once it is not, it never is again. */
export class InitialDownload {
  readonly #tree: HeaderTree
  readonly #clock: Clock
  readonly #minHeight: number
  #over = false
  #imports = 0

  /** @param minHeight the download goes on up to this height, however old the tip is */
  constructor(tree: HeaderTree, clock: Clock, minHeight = 0) {
    this.#tree = tree
    this.#clock = clock
    this.#minHeight = minHeight
  }

  /** @param durable whether the tip is durable: otherwise it may be rolled back, and the answer may not be remembered */
  isOngoing(durable: boolean): boolean {
    if (!this.#over && durable && !this.#isBehind()) this.#over = true
    return !this.#over
  }

  /** Returns the same within a batch; nothing follows from it for later. */
  seemsOngoing(): boolean {
    return !this.#over && this.#isBehind()
  }

  /** Runs an import, during which the chain counts as being downloaded. */
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
