import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorState } from '../ui/ErrorState.tsx'

/** The page's code could not be loaded, or it broke while drawing. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return (
    <ErrorState
      title="This page cannot be shown"
      safe="The node is not affected, and the other pages work."
      advice="Try again, or reload the window."
      retryLabel="Show again"
      onRetry={reset}
      details={error instanceof Error ? (error.stack ?? error.message) : String(error)}
    />
  )
}
