import { type FocusEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'

export interface GridKeysOptions<Row> {
  /** In display order. */
  readonly rows: readonly Row[]
  rowKey(row: Row): string
  /** Returns the index of the topmost visible row, at which the keys start if no row is active. */
  topmost(): number
  readonly onOpen: ((row: Row) => void) | undefined
  /** Called for Space on a row; `range` is true with Shift, to include all rows since the last one. */
  readonly onToggle?: ((row: Row, range: boolean) => void) | undefined
  /** Called for Shift with a move, with the previous and the new active row. */
  readonly onExtend?: ((from: Row, to: Row) => void) | undefined
  /** Called for the Delete key. */
  readonly onDelete?: ((row: Row) => void) | undefined
  /** Called for Ctrl/Cmd-A. */
  readonly onAll?: (() => void) | undefined
  /** Number of rows per Page Up or Page Down. */
  readonly page?: number | undefined
}

/** Active row, identified by its key, so that it stays active when rows are added, removed or moved. */
export interface ActiveRow {
  readonly key: string
  /** Index at the time of the move. */
  readonly index: number
}

/** Keyboard navigation of a grid that keeps the focus itself and marks the active row. */
export function useGridKeys<Row>(options: GridKeysOptions<Row>) {
  const { rows, rowKey, topmost, onOpen, onToggle, onExtend, onDelete, onAll, page = 12 } = options
  const [went, setWent] = useState<ActiveRow>()
  const last = useRef(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: how a row gives its key does not change
  const active = useMemo(() => findPosition(went, rows, rowKey, last.current), [went, rows])
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
  /** Returns true if the key triggers an action on the row. */
  const actOn = (row: Row, { key, shiftKey }: KeyboardEvent): boolean => {
    if (key === 'Enter' && onOpen) onOpen(row)
    else if (key === ' ' && onToggle) onToggle(row, shiftKey)
    else if (key === 'Delete' && onDelete) onDelete(row)
    else return false
    return true
  }
  return {
    active,
    /** Changes when the user moves. */
    went,
    onKeyDown(event: KeyboardEvent) {
      // Keys of a button or link inside the grid are handled there.
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
      // A mouse press also focuses the grid. A row activated then would scroll into view and move the row under the
      // pointer away before the button is released.
      const byKeyboard = event.target === event.currentTarget && event.target.matches(':focus-visible')
      if (byKeyboard && active < 0) goTo(Math.min(topmost(), rows.length - 1))
    },
    /** Called when the row was clicked. */
    press(row: Row) {
      goToRow(row)
      onOpen?.(row)
    },
    goToRow,
  }
}

/**
 * Returns the current index of the active row. If the row was removed, returns the index of the row that replaced it.
 */
function findPosition<Row>(
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
