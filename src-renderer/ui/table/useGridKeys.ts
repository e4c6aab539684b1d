import { type FocusEvent, type KeyboardEvent, useState } from 'react'

export interface GridKeysOptions {
  readonly count: number
  readonly onOpen: ((index: number) => void) | undefined
  /** Space on a row */
  readonly onToggle?: ((index: number) => void) | undefined
  /** Ctrl or Cmd and A */
  readonly onAll?: (() => void) | undefined
  /** rows that Page Up and Page Down skip */
  readonly page?: number | undefined
}

/** Arrow keys through the rows of a grid that keeps the focus itself and points at the active row. */
export function useGridKeys({ count, onOpen, onToggle, onAll, page = 12 }: GridKeysOptions) {
  const [chosen, setActive] = useState(-1)
  const active = Math.min(chosen, count - 1)
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  }
  return {
    active,
    onKeyDown(event: KeyboardEvent) {
      // Keys of a button or link inside the grid are its own.
      if (event.target !== event.currentTarget || count === 0) return
      const move = moves[event.key]
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
      if (event.target === event.currentTarget && active < 0 && count > 0) setActive(0)
    },
    press(index: number) {
      setActive(index)
      onOpen?.(index)
    },
  }
}
