import { type RefObject, useEffect, useState } from 'react'

/**
 * Holds back the form around an element while a value of it is on its way, and submits it then if that was asked for
 * meanwhile: nobody is told that something is missing that is coming.
 * @returns whether it was asked for, and how to forget that where no value came
 */
export function useHeldForm(inside: RefObject<HTMLElement | null>, held: boolean) {
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    const form = inside.current?.closest('form')
    if (!held || !form) return
    const hold = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      setAsked(true)
    }
    // Before React, which listens outside of it.
    form.addEventListener('submit', hold, { capture: true })
    return () => form.removeEventListener('submit', hold, { capture: true })
  }, [inside, held])
  useEffect(() => {
    if (held || !asked) return
    setAsked(false)
    inside.current?.closest('form')?.requestSubmit()
  }, [inside, held, asked])
  return { asked, forget: () => setAsked(false) }
}
