import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { Unreachable } from './clientCall.ts'
import { NoTarget } from './clientTarget.ts'

/** Pause between two attempts, in ms. */
const RETRY_MS = 250

export interface WaitOptions {
  /** maximum wait in ms, or 0 to wait without a limit */
  readonly limit: number
  /** any clock, in ms */
  readonly now: () => number
  readonly pause: (millis: number) => Promise<void>
}

/** Returns true for an error that ends when the node has started. */
function isTransient(error: unknown): error is Error {
  // A node that starts for the first time may not have written its conf file yet.
  if (error instanceof Unreachable || error instanceof NoTarget) return true
  return error instanceof RpcError && error.code === RPC_ERROR.IN_WARMUP
}

/** Repeats the attempt until the node has started. @throws Unreachable after the limit, any other error at once */
export async function untilStarted<Result>(
  attempt: () => Promise<Result>,
  { limit, now, pause }: WaitOptions,
): Promise<Result> {
  const deadline = now() + limit
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isTransient(error)) throw error
      if (limit > 0 && now() >= deadline) {
        throw new Unreachable(`timeout on transient error: ${error.message}`, { cause: error })
      }
      await pause(RETRY_MS)
    }
  }
}
