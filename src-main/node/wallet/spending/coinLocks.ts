import type { OutPoint } from '../../primitives/types.ts'
import { compareBytes, outpointKey } from '../../util/index.ts'

/** Outputs that are locked against spending (lockunspent). In memory only, as the reference's are (rpc.md §9). */
export interface CoinLocks {
  /** any outpoint, also one that does not exist (protocol finding 12) */
  lock(outpoint: OutPoint): void
  unlock(outpoint: OutPoint): void
  unlockAll(): void
  isLocked(outpoint: OutPoint): boolean
  /** by transaction id (internal bytes), then index */
  list(): readonly OutPoint[]
  /** changes with every call that locks or unlocks */
  revision(): number
}

export function createCoinLocks(): CoinLocks {
  const locked = new Map<string, OutPoint>()
  let revision = 0
  return {
    lock(outpoint) {
      revision++
      locked.set(outpointKey(outpoint), outpoint)
    },
    unlock(outpoint) {
      revision++
      locked.delete(outpointKey(outpoint))
    },
    unlockAll() {
      revision++
      locked.clear()
    },
    revision: () => revision,
    isLocked: (outpoint) => locked.size > 0 && locked.has(outpointKey(outpoint)),
    list: () => [...locked.values()].sort((a, b) => compareBytes(a.hash, b.hash) || a.index - b.index),
  }
}
