import { useEffect, useState } from 'react'
import { useNode } from './context.tsx'

/** Whether the desktop app waits for the person's answer in a window of its own. */
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
