import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { ErrorState } from '../ui/ErrorState.tsx'

/** Error boundary: a bug in one part of the page does not affect the others. */
export function Panel({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const { reset } = useQueryErrorResetBoundary()
  return (
    <ErrorBoundary
      onReset={reset}
      fallbackRender={({ error, resetErrorBoundary }) => (
        <ErrorState
          title={`${name} cannot be shown`}
          safe="The node is not affected, and the rest of the window works."
          advice="Try again; if it fails again, please report this bug."
          retryLabel="Show again"
          onRetry={resetErrorBoundary}
          details={error instanceof Error ? (error.stack ?? error.message) : String(error)}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
