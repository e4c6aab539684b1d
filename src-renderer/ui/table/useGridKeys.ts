import { type FocusEvent, type KeyboardEvent, useState } from 'react'

export interface GridKeysOptions {
  readonly count: number
  /** the topmost row in sight, where the keys begin when no row is active yet */
  topmost(): number
  readonly onOpen: ((index: number) => void) | undefined
  /** Space on a row */
  readonly onToggle?: ((index: number) => void) | undefined
  /** Ctrl or Cmd and A */
  readonly onAll?: (() => void) | undefined
  /** rows that Page Up and Page Down skip */
  readonly page?: number | undefined
}

/** Arrow keys through the rows of a grid that keeps the focus itself and points at the active row. */
export function useGridKeys({ count, topmost, onOpen, onToggle, onAll, page = 12 }: GridKeysOptions) {
  const [chosen, setActive] = useState(-1)
  const active = Math.min(chosen, count - 1)
  const movesFrom = (row: number): Readonly<Record<string, number>> => ({
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + page,
    PageUp: row - page,
    Home: 0,
    End: count - 1,
  })
  return {
    active,
    onKeyDown(event: KeyboardEvent) {
      // Keys of a button or link inside the grid are its own.
      if (event.target !== event.currentTarget || count === 0) return
      const move = movesFrom(active < 0 ? topmost() - 1 : active)[event.key]
      if (move !== undefined) {
        event.preventDefault()
        setActive(Math.max(0, Math.min(count - 1, move)))
      } else if (event.key === 'Enter' && active >= 0 && onOpen) {
        event.preventDefault()
        onOpen(active)
      } else if (event.key === ' ' && active >= 0 && onToggle) {
        event.preventDefault()
        onToggle(active)
      } else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && onAll) {
        event.preventDefault()
        onAll()
      }
    },
    onFocus(event: FocusEvent) {
      // The press of a mouse focuses the grid too. A row that became active then would scroll into sight, and the row under
      // the pointer would be gone before the button is released.
      const byKeyboard = event.target === event.currentTarget && event.target.matches(':focus-visible')
      if (byKeyboard && active < 0 && count > 0) setActive(Math.min(topmost(), count - 1))
    },
    press(index: number) {
      setActive(index)
      onOpen?.(index)
    },
  }
}
