import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { fetchOnce } from './fetchOnce.ts'

export interface OnDemand<Props> {
  (props: Props): ReactNode
  preload(): void
}

/**
 * Creates a component that opens over the page (a drawer, a dialog, the palette). It is loaded when it first opens, and
 * renders nothing until then. `lazy` with `Suspense` is not used, because React delays content after a fallback, even
 * an empty one, by 300 ms.
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
