import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** A hand that presses a button moves by less than this, in px. */
const STILL_PX = 4

interface Pressed<Row> {
  readonly row: Row
  readonly x: number
  readonly y: number
}

/**
 * Which row a click means, to be told by the element around the rows. Rows change places while the button is held: the one
 * that was pressed counts, and the browser then tells of a click on no row at all. Text that was marked is no click.
 */
export function useRowPress<Row>(rows: readonly Row[], press: (row: Row) => void) {
  const pressed = useRef<Pressed<Row>>(undefined)
  const rowAt = (target: EventTarget): Row | undefined => {
    const element = target instanceof Element ? target.closest('[role="row"]') : null
    return element === null ? undefined : rows[Number(element.ariaRowIndex) - 2]
  }
  return {
    onPointerDown(event: PointerEvent) {
      const row = rowAt(event.target)
      pressed.current = row === undefined ? undefined : { row, x: event.clientX, y: event.clientY }
    },
    onClick(event: MouseEvent) {
      const here = rowAt(event.target)
      const began = pressed.current
      // Assistive technology clicks without a pointer.
      if (event.detail === 0 || began === undefined) {
        if (here !== undefined) press(here)
        return
      }
      const still = Math.hypot(event.clientX - began.x, event.clientY - began.y) <= STILL_PX
      if (still || (here === began.row && !hasMarked(event.currentTarget))) press(began.row)
    },
  }
}

function hasMarked(rows: Element): boolean {
  const selection = window.getSelection()
  return selection !== null && !selection.isCollapsed && rows.contains(selection.anchorNode)
}
