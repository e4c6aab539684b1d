import type { Clock } from '../core/index.ts'
import type { HeaderTree } from './headerTree.ts'

/** Whether the chain is still being fetched (chain-params.md §11). Once it was not, it never is again. */
export interface InitialDownload {
  /** @param durable whether the tip is: what is not may be taken back, and this answer never is */
  isOngoing(durable: boolean): boolean
  /** The same in the middle of a unit of work: nothing follows from it for later. */
  seemsOngoing(): boolean
  /** Imports count as downloading while they run. */
  importing<T>(work: () => Promise<T>): Promise<T>
}

/** A tip older than this means that the chain is still being fetched. */
const RECENT_SECONDS = 24 * 3600

/** @param atLeast it goes on up to this height, however old the tip is */
export function createDownloadState(tree: HeaderTree, clock: Clock, atLeast = 0): InitialDownload {
  let over = false
  let imports = 0
  const isBehind = () => imports > 0 || tree.tip.time < clock.now() - RECENT_SECONDS || tree.tip.height < atLeast
  return {
    isOngoing(durable) {
      if (!over && durable && !isBehind()) over = true
      return !over
    },
    seemsOngoing: () => !over && isBehind(),
    async importing(work) {
      imports++
      try {
        return await work()
      } finally {
        imports--
      }
    },
  }
}
