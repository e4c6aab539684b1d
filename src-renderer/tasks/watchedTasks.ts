import { useEffect } from 'react'

/** Views on screen that follow a task, by its transaction id. */
const views = new Map<string, number>()

/** Returns true while a view on screen says how far the task is. */
export const isWatched = (txid: string): boolean => (views.get(txid) ?? 0) > 0

/** Notes that the calling view says how far a task is. */
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
