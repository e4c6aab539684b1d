import { type RefObject, useEffect, useState } from 'react'

/**
 * Defers the submission of the surrounding form while one of its values is loading, and submits it afterwards. The user
 * thus gets no "missing value" error for a value that is about to arrive.
 * @returns if a submission is pending, and a function that cancels it if no value arrives
 */
export function useHeldForm(inside: RefObject<HTMLElement | null>, held: boolean) {
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    const form = inside.current?.closest('form')
    if (!held || !form) return
    const deferSubmit = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      setAsked(true)
    }
    // Capture the event before React, which listens further out in the tree.
    form.addEventListener('submit', deferSubmit, { capture: true })
    return () => form.removeEventListener('submit', deferSubmit, { capture: true })
  }, [inside, held])
  useEffect(() => {
    if (held || !asked) return
    setAsked(false)
    inside.current?.closest('form')?.requestSubmit()
  }, [inside, held, asked])
  return { asked, forget: () => setAsked(false) }
}
