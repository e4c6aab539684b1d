import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { describeError } from '../../../components/describeError.ts'
import { t } from '../../../i18n/texts.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'

export interface FailureProps {
  readonly error: unknown
  /** sentence that the action did not happen, shown if the node itself rejected it */
  readonly safe: string
  /** replaces the node's message */
  readonly title?: string | undefined
}

/** Shows why an action on keys failed. Renders nothing without an error. */
export function Failure({ error, safe, title }: FailureProps) {
  if (!error) return null
  const { advice, details, ...story } = describeError(error)
  const told = isRefusal(error) ? { safe, advice } : { advice: t('wallet:maybeDone') }
  return <ErrorState compact title={title ?? story.title} {...told} details={details} />
}

/**
 * Returns true if the node rejected the action. After an interruption or internal error the action may have been done.
 */
function isRefusal(error: unknown): boolean {
  const broken: readonly number[] = [RPC_ERROR.INTERNAL, RPC_ERROR.CLIENT_NOT_CONNECTED]
  return error instanceof RpcError && !broken.includes(error.code)
}
