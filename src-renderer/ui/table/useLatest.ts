import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns a stable function that always calls the latest version, so that memoised rows do not re-render. */
export function useLatest<Arguments extends readonly unknown[]>(
  run: (...values: Arguments) => void,
): (...values: Arguments) => void {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...values: Arguments) => latest.current(...values), [])
}
