import { ErrorState } from '../ui/ErrorState.tsx'
import { describeError } from './describeError.ts'

export interface RpcErrorStateProps {
  readonly error: unknown
  readonly onRetry?: (() => void) | undefined
  readonly compact?: boolean | undefined
  readonly className?: string | undefined
}

/** Why something could not be read, told to a person. */
export function RpcErrorState({ error, onRetry, compact, className }: RpcErrorStateProps) {
  const story = describeError(error)
  return (
    <ErrorState
      title={story.title}
      safe={story.safe ?? 'Nothing was changed by reading it.'}
      advice={story.advice}
      details={story.details}
      onRetry={onRetry}
      compact={compact}
      className={className}
    />
  )
}
