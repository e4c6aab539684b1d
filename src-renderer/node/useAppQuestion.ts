import { useEffect, useState } from 'react'
import { useNode } from './context.tsx'

/** Returns true while the desktop app waits for the user's answer in its own window. */
export function useAppQuestion(): boolean {
  const { onEvent } = useNode()
  const [open, setOpen] = useState(false)
  useEffect(
    () =>
      onEvent((event) => {
        if (event.type === 'question') setOpen(event.open)
      }),
    [onEvent],
  )
  return open
}
