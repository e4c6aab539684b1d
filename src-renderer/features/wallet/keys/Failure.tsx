import { describeError } from '../../../parts/describeError.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'

export interface FailureProps {
  readonly error: unknown
  /** what certainly did not happen */
  readonly safe: string
  /** in place of the node's words, where those are known to be better said otherwise */
  readonly title?: string | undefined
}

/** Why something of the keys did not work; nothing without an error. */
export function Failure({ error, safe, title }: FailureProps) {
  if (!error) return null
  const story = describeError(error)
  return <ErrorState compact title={title ?? story.title} safe={safe} advice={story.advice} details={story.details} />
}
