import { type RefObject, useLayoutEffect, useState } from 'react'
import { type Box, toastPlace } from './toastPlace.ts'

/** Controls, titles of the page and of dialogs, and what a review says of the cost. */
const CONTROLS =
  'h1, button, a[href], input, textarea, select, summary, [role="option"], [role="menuitem"], [role="dialog"] h2, [data-uncovered]'
/** How often the place is checked while a toast is shown, in ms. */
const LOOK_MS = 400

/** Boxes of the visible controls, without those of the toasts. */
function controlsOutside(toasts: Element): readonly Box[] {
  const boxes: Box[] = []
  for (const control of document.querySelectorAll(CONTROLS)) {
    const { left, top, width, height } = control.getBoundingClientRect()
    if (width === 0 || height === 0 || toasts.contains(control)) continue
    // Skips controls that are scrolled away or covered by a dialog.
    const met = document
      .elementsFromPoint(left + width / 2, top + height / 2)
      .find((element) => !toasts.contains(element))
    if (met && control.contains(met)) boxes.push({ left, top, width, height })
  }
  return boxes
}

/** Keeps the list of toasts where it covers no control. `count`: how many there are. */
export function useToastPlace(list: RefObject<HTMLElement | null>, count: number) {
  const [place, setPlace] = useState<{ readonly left: number; readonly top: number }>()
  useLayoutEffect(() => {
    if (count === 0) return
    const look = () => {
      const element = list.current
      // Not while the pointer or the focus is on it.
      if (!element || element.matches(':hover, :focus-within')) return
      const size = { width: element.offsetWidth, height: element.offsetHeight }
      const { left, top } = toastPlace({ width: innerWidth, height: innerHeight }, size, controlsOutside(element))
      setPlace((old) => (old?.left === left && old.top === top ? old : { left, top }))
    }
    look()
    const timer = window.setInterval(look, LOOK_MS)
    window.addEventListener('resize', look)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('resize', look)
    }
  }, [list, count])
  return place
}
