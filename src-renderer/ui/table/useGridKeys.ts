import { type FocusEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'

export interface GridKeysOptions<Row> {
  /** in the order in which they are shown */
  readonly rows: readonly Row[]
  rowKey(row: Row): string
  /** the topmost visible row, where the keys start if no row is active */
  topmost(): number
  readonly onOpen: ((row: Row) => void) | undefined
  /** Space on a row; with Shift also the rows between it and the last one */
  readonly onToggle?: ((row: Row, range: boolean) => void) | undefined
  /** Shift and a move: from the row that was active to the one that is now */
  readonly onExtend?: ((from: Row, to: Row) => void) | undefined
  /** Delete */
  readonly onDelete?: ((row: Row) => void) | undefined
  /** Ctrl or Cmd and A */
  readonly onAll?: (() => void) | undefined
  /** rows that Page Up and Page Down skip */
  readonly page?: number | undefined
}

/** The active row by its key, so that added, removed or moved rows do not change it. */
export interface ActiveRow {
  readonly key: string
  /** where it was then */
  readonly index: number
}

/** Arrow keys of a grid that keeps the focus itself and marks the active row. */
export function useGridKeys<Row>(options: GridKeysOptions<Row>) {
  const { rows, rowKey, topmost, onOpen, onToggle, onExtend, onDelete, onAll, page = 12 } = options
  const [went, setWent] = useState<ActiveRow>()
  const last = useRef(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: how a row gives its key does not change
  const active = useMemo(() => placeOf(went, rows, rowKey, last.current), [went, rows])
  useEffect(() => {
    last.current = active
  }, [active])
  const goTo = (index: number) => {
    const row = rows[index]
    if (row !== undefined) setWent({ key: rowKey(row), index })
  }
  const goToRow = (row: Row) => {
    const key = rowKey(row)
    goTo(rows.findIndex((one) => rowKey(one) === key))
  }
  const movesFrom = (row: number): Readonly<Record<string, number>> => ({
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + page,
    PageUp: row - page,
    Home: 0,
    End: rows.length - 1,
  })
  /** Returns whether the key does something with the row. */
  const actOn = (row: Row, { key, shiftKey }: KeyboardEvent): boolean => {
    if (key === 'Enter' && onOpen) onOpen(row)
    else if (key === ' ' && onToggle) onToggle(row, shiftKey)
    else if (key === 'Delete' && onDelete) onDelete(row)
    else return false
    return true
  }
  return {
    active,
    /** changes when the user moves */
    went,
    onKeyDown(event: KeyboardEvent) {
      // Keys of a button or link inside the grid are its own.
      if (event.target !== event.currentTarget || rows.length === 0) return
      const row = rows[active]
      const move = movesFrom(active < 0 ? topmost() - 1 : active)[event.key]
      if (move !== undefined) {
        event.preventDefault()
        const next = Math.max(0, Math.min(rows.length - 1, move))
        const to = rows[next]
        if (event.shiftKey && to !== undefined) onExtend?.(row ?? to, to)
        goTo(next)
      } else if (row !== undefined && actOn(row, event)) {
        event.preventDefault()
      } else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && onAll) {
        event.preventDefault()
        onAll()
      }
    },
    onFocus(event: FocusEvent) {
      // The press of a mouse focuses the grid too. A row that became active then would scroll into sight, and the row under
      // the pointer would be gone before the button is released.
      const byKeyboard = event.target === event.currentTarget && event.target.matches(':focus-visible')
      if (byKeyboard && active < 0) goTo(Math.min(topmost(), rows.length - 1))
    },
    /** the row was clicked */
    press(row: Row) {
      goToRow(row)
      onOpen?.(row)
    },
    goToRow,
  }
}

/** Present index of the row; if it is gone, the row in its place becomes active. */
function placeOf<Row>(
  went: ActiveRow | undefined,
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  last: number,
): number {
  if (!went) return -1
  const there = rows[went.index]
  if (there !== undefined && rowKey(there) === went.key) return went.index
  const found = rows.findIndex((row) => rowKey(row) === went.key)
  return found >= 0 ? found : Math.min(last, rows.length - 1)
}
