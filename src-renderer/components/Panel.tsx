import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { t } from '../i18n/texts.ts'
import { ErrorState } from '../ui/ErrorState.tsx'

/** Error boundary: an exception in one part of the page does not affect the others. */
export function Panel({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const { reset } = useQueryErrorResetBoundary()
  return (
    <ErrorBoundary
      onReset={reset}
      fallbackRender={({ error, resetErrorBoundary }) => (
        <ErrorState
          title={t('parts:panel.failed', { name })}
          safe={t('parts:panel.safe')}
          advice={t('parts:panel.advice')}
          retryLabel={t('parts:panel.retry')}
          onRetry={resetErrorBoundary}
          details={error instanceof Error ? (error.stack ?? error.message) : String(error)}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
