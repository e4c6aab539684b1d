import type { ErrorComponentProps } from '@tanstack/react-router'
import { t } from '../i18n/texts.ts'
import { ErrorState } from '../ui/ErrorState.tsx'

/** Shown if the page's code could not be loaded or the page threw while rendering. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return (
    <ErrorState
      title={t('frame:pageFailed.title')}
      safe={t('frame:pageFailed.safe')}
      advice={t('frame:pageFailed.advice')}
      retryLabel={t('frame:pageFailed.retry')}
      onRetry={reset}
      details={error instanceof Error ? (error.stack ?? error.message) : String(error)}
    />
  )
}
