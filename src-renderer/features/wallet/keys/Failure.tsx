import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { describeError } from '../../../parts/describeError.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'

export interface FailureProps {
  readonly error: unknown
  /** what certainly did not happen, if the node says so itself */
  readonly safe: string
  /** in place of the node's words, where those are known to be better said otherwise */
  readonly title?: string | undefined
}

/** Why something of the keys did not work; nothing without an error. */
export function Failure({ error, safe, title }: FailureProps) {
  if (!error) return null
  const { advice, details, ...story } = describeError(error)
  const told = isRefusal(error) ? { safe, advice } : { advice: NOT_KNOWN }
  return <ErrorState compact title={title ?? story.title} {...told} details={details} />
}

const NOT_KNOWN = 'Whether it was done before that is not known: look at the wallet before you try again.'

/** The node said no. Where it was interrupted, or broke, it may have done it all the same. */
function isRefusal(error: unknown): boolean {
  const broken: readonly number[] = [RPC_ERROR.INTERNAL, RPC_ERROR.CLIENT_NOT_CONNECTED]
  return error instanceof RpcError && !broken.includes(error.code)
}
