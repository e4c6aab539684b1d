import { useSyncExternalStore } from 'react'

/**
 * Width of an enlarged (zoomed) page below the app's minimum window: names in the sidebar would leave too little room
 * for the page.
 */
const query = window.matchMedia('(max-width: 859px)')

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Returns true if the window is too narrow to show names in the sidebar next to a readable page. */
export const useSmallWindow = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
