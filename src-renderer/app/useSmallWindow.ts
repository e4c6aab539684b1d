import { useSyncExternalStore } from 'react'

/** The smallest window of the app, or an enlarged page: a page that can be read needs the width of the names. */
const query = window.matchMedia('(max-width: 999px)')

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether there is room for names in the sidebar beside a page that can be read. */
export const useSmallWindow = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
