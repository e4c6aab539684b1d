import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { ErrorState } from '../ui/ErrorState.tsx'

/** A mistake of ours in one part of the page takes down that part only. */
export function Panel({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const { reset } = useQueryErrorResetBoundary()
  return (
    <ErrorBoundary
      onReset={reset}
      fallbackRender={({ error, resetErrorBoundary }) => (
        <ErrorState
          title={`${name} cannot be shown`}
          safe="The node is not affected, and the rest of the window works."
          advice="Show it again; if it fails again, this is a bug worth reporting."
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
