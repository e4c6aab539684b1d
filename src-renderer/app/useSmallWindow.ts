import { useSyncExternalStore } from 'react'

/** An enlarged page, below the smallest window of the app: a page that can be read needs the width of the names. */
const query = window.matchMedia('(max-width: 859px)')

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether there is room for names in the sidebar beside a page that can be read. */
export const useSmallWindow = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
