import { Hourglass } from 'lucide-react'
import { t } from '../i18n/texts.ts'
import { cn } from '../ui/cn.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { describeError, isToldByFrame, needsKey } from './describeError.ts'

export interface RpcErrorStateProps {
  readonly error: unknown
  readonly onRetry?: (() => void) | undefined
  readonly compact?: boolean | undefined
  readonly className?: string | undefined
}

/** Placeholder for data that loads automatically later; the frame shows the reason. */
function ComesLater({
  compact,
  className,
}: {
  readonly compact: boolean | undefined
  readonly className?: string | undefined
}) {
  return (
    <p className={cn('flex items-center gap-2 text-13 text-muted', compact ? 'py-3' : 'm-4', className)}>
      <Hourglass aria-hidden className="size-4 shrink-0 text-faint" />
      {t('parts:later')}
    </p>
  )
}

/** Explains why data could not be loaded. Failures that the frame already reports are not repeated. */
export function RpcErrorState({ error, onRetry, compact, className }: RpcErrorStateProps) {
  if (isToldByFrame(error)) return <ComesLater compact={compact} className={className} />
  const story = describeError(error)
  return (
    <ErrorState
      title={story.title}
      safe={story.safe ?? t('parts:failed.unchanged')}
      advice={story.advice}
      details={story.details}
      onRetry={needsKey(error) ? undefined : onRetry}
      compact={compact}
      className={className}
    />
  )
}
