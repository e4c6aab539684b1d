import { CircleSlash, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../i18n/texts.ts'
import { Button } from './Button.tsx'
import { cn } from './cn.ts'
import { isDeclinedText } from './declined.ts'
import { optionNames } from './optionNames.tsx'

export interface ErrorStateProps {
  /** Explains the error in the user's terms. */
  readonly title: string
  /** Says what is safe, usually "Nothing was changed." */
  readonly safe?: string | undefined
  readonly advice?: string | undefined
  readonly onRetry?: (() => void) | undefined
  readonly retryLabel?: string | undefined
  /** Technical text, collapsed. */
  readonly details?: string | undefined
  readonly actions?: ReactNode
  readonly compact?: boolean | undefined
  readonly className?: string | undefined
}

export function ErrorState(props: ErrorStateProps) {
  const { title, safe, advice, onRetry, retryLabel = t('ui:tryAgain'), details, actions, compact, className } = props
  // A refusal by the user is not an error.
  const calm = isDeclinedText(title)
  return (
    <div
      role={calm ? 'status' : 'alert'}
      className={cn(
        // Messages of a node may contain very long words.
        'wrap-anywhere flex gap-3 rounded-md border text-13',
        calm ? 'bg-sunken' : 'border-bad/35 bg-bad-soft',
        compact ? 'p-3' : 'm-4 p-4',
        className,
      )}
    >
      {calm ? (
        <CircleSlash aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      ) : (
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      )}
      <div className="min-w-0 flex-1">
        <p className={cn('font-medium', !calm && 'text-bad')}>{optionNames(title)}</p>
        {safe || advice ? (
          <p className="mt-0.5 text-text">{optionNames([safe, advice].filter(Boolean).join(' '))}</p>
        ) : null}
        {details ? (
          <details className="mt-2 text-12">
            <summary className="w-fit rounded-sm text-muted">{t('ui:technicalDetails')}</summary>
            <pre className="mt-1 max-h-40 overflow-auto whitespace-pre-wrap break-words font-mono text-text">
              {details}
            </pre>
          </details>
        ) : null}
        {onRetry || actions ? (
          <div className="mt-3 flex gap-2">
            {onRetry ? (
              <Button size="sm" onClick={onRetry}>
                {retryLabel}
              </Button>
            ) : null}
            {actions}
          </div>
        ) : null}
      </div>
    </div>
  )
}
