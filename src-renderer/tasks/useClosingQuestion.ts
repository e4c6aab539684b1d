import { useEffect } from 'react'
import { useRunningClaim } from './ClaimTask.tsx'

/**
 * Put once into the window: a browser asks before it closes a tab whose node searches for a claim. The desktop app asks
 * by itself, with better words (src-main/shell).
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
