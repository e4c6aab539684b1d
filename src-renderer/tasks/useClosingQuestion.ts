import { useEffect } from 'react'
import { useRunningClaim } from './ClaimTask.tsx'

/**
 * Makes the browser ask before the user closes a tab whose node searches for a claim. Mounted once. The desktop app
 * asks in its own code (src-main/shell).
 */
export function useClosingQuestion(): void {
  const searching = useRunningClaim() !== undefined
  useEffect(() => {
    if (!searching || window.node) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [searching])
}
