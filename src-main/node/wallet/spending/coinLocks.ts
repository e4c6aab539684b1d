import type { OutPoint } from '../../primitives/types.ts'
import { compareBytes, outpointKey } from '../../util/index.ts'

/** Outputs locked against spending (lockunspent). In memory only, as in the reference (rpc.md §9). */
export class CoinLocks {
  readonly #locked = new Map<string, OutPoint>()
  #revision = 0

  /** @param outpoint may be unknown or spent (protocol finding 12) */
  lock(outpoint: OutPoint): void {
    this.#revision++
    this.#locked.set(outpointKey(outpoint), outpoint)
  }

  unlock(outpoint: OutPoint): void {
    this.#revision++
    this.#locked.delete(outpointKey(outpoint))
  }

  unlockAll(): void {
    this.#revision++
    this.#locked.clear()
  }

  isLocked(outpoint: OutPoint): boolean {
    return this.#locked.size > 0 && this.#locked.has(outpointKey(outpoint))
  }

  /** Returns locked outputs by transaction id (internal bytes), then index. */
  list(): readonly OutPoint[] {
    return [...this.#locked.values()].sort((a, b) => compareBytes(a.hash, b.hash) || a.index - b.index)
  }

  /** Returns a counter that changes with each lock or unlock call. */
  revision(): number {
    return this.#revision
  }
}
