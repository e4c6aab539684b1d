import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** Maximum pointer movement of a click, in px. */
const STILL_PX = 4

interface Pressed<Row> {
  readonly row: Row
  readonly x: number
  readonly y: number
}

/**
 * Click handlers for the element around the rows. Rows may move while the button is held, in which case the browser
 * fires the click on no row: the pressed row counts. Selecting text does not count as a click.
 */
export function useRowPress<Row>(rows: readonly Row[], press: (row: Row, event: MouseEvent) => void) {
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
      // Assistive technology clicks without pointer events.
      if (event.detail === 0 || began === undefined) {
        if (here !== undefined) press(here, event)
        return
      }
      const still = Math.hypot(event.clientX - began.x, event.clientY - began.y) <= STILL_PX
      if (still || (here === began.row && !hasMarked(event.currentTarget))) press(began.row, event)
    },
  }
}

function hasMarked(rows: Element): boolean {
  const selection = window.getSelection()
  return selection !== null && !selection.isCollapsed && rows.contains(selection.anchorNode)
}
