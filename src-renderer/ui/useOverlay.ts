import { createContext, useEffect, useRef } from 'react'
import { useLatest } from './table/useLatest.ts'

/** Whether this is inside a dialog: small panels then lie above it, else below later dialogs. */
export const InDialog = createContext(false)

/** Close functions of the open layers, the topmost last. */
const opened: (() => void)[] = []

/** Closes the topmost layer. @returns false where nothing is open */
export function closeTopmost(): boolean {
  const close = opened.at(-1)
  close?.()
  return close !== undefined
}

/**
 * What every dialog, drawer and palette does beyond Radix. Its place among the others is kept for a notification that comes
 * while it is open: Escape goes to the newest layer, which then is the notification. And focus goes back where it was: Radix
 * gives it to its own trigger only, and these are opened by links, rows and keys. Call `remember` before focus moves in;
 * `restore` leaves the focus alone when it has already gone somewhere else.
 */
export function useOverlay(open: boolean, close: () => void) {
  const opener = useRef<Element>(null)
  const latest = useLatest(close)
  useEffect(() => {
    if (!open) return
    opened.push(latest)
    return () => void opened.splice(opened.lastIndexOf(latest), 1)
  }, [open, latest])
  return {
    remember() {
      opener.current = document.activeElement
    },
    restore(event: Event) {
      event.preventDefault()
      const lost = document.activeElement === null || document.activeElement === document.body
      if (lost && opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
