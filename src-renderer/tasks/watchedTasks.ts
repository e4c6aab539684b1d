import { useEffect } from 'react'

/** Number of visible views that follow a task, by transaction id. */
const views = new Map<string, number>()

/** Returns true while a visible view shows the progress of a task. */
export const isWatched = (txid: string): boolean => (views.get(txid) ?? 0) > 0

/** Registers the calling view as showing the progress of a task. */
export function useWatchedTask(txid: string): void {
  useEffect(() => {
    views.set(txid, (views.get(txid) ?? 0) + 1)
    return () => {
      const left = (views.get(txid) ?? 1) - 1
      if (left > 0) views.set(txid, left)
      else views.delete(txid)
    }
  }, [txid])
}
