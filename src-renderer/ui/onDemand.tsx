import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { fetchOnce } from './fetchOnce.ts'

export interface OnDemand<Props> {
  (props: Props): ReactNode
  /** Fetches it before it is wanted. */
  preload(): void
}

/**
 * A part that opens over the page (a drawer, a dialog, the palette): fetched when it first opens, nothing until it is there. Not
 * `lazy` within `Suspense`: React holds back for 300 ms what follows a fallback, also an empty one, and somebody has just asked
 * for it.
 */
export function onDemand<Props extends object>(fetch: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  const part = fetchOnce(fetch)
  function Part(props: Props) {
    const [Fetched, setFetched] = useState(part.now)
    const [failure, setFailure] = useState<{ readonly error: unknown }>()
    useEffect(() => {
      if (Fetched) return
      let wanted = true
      part.get().then(
        (fetched) => wanted && setFetched(() => fetched),
        (error: unknown) => wanted && setFailure({ error }),
      )
      return () => {
        wanted = false
      }
    }, [Fetched])
    if (failure) throw failure.error
    return Fetched ? <Fetched {...props} /> : null
  }
  Part.preload = () => void part.get().catch(() => {})
  return Part
}
