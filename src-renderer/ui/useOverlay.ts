import { createContext, useEffect, useRef } from 'react'
import { useLatest } from './table/useLatest.ts'

/** True inside a dialog: small panels are then above the dialog, otherwise below later dialogs. */
export const InDialog = createContext(false)

/** Close functions of the open layers, topmost last. */
const opened: (() => void)[] = []

/**
 * Closes the topmost layer.
 * @returns false if nothing is open
 */
export function closeTopmost(): boolean {
  const close = opened.at(-1)
  close?.()
  return close !== undefined
}

/**
 * Adds to a Radix dialog, drawer or palette: a place in the list of open layers, and restoring the focus. Escape goes
 * to the newest layer, which may be a notification that appeared later; `closeTopmost` then closes the right layer.
 * Radix restores the focus only to its own trigger, but these layers are opened by links, rows and keys. Call
 * `remember` before the focus moves in. `restore` does nothing if the focus has already moved elsewhere.
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
