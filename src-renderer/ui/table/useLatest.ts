import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that never changes and always calls the newest one: memoised rows need not draw again for it. */
export function useLatest<Arguments extends readonly unknown[]>(
  run: (...values: Arguments) => void,
): (...values: Arguments) => void {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...values: Arguments) => latest.current(...values), [])
}
