import { useEffect } from 'react'
import { useRunningClaim } from './ClaimTask.tsx'

/**
 * Mounted once: the browser asks before closing a tab whose node searches for a claim. The desktop app asks by itself
 * (src-main/shell).
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
