/** Errors of RPC methods that the chain manager handles itself. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'

export const wrongParameter = (message: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, message)
export const callFailed = (message: string, cause?: unknown) => new RpcError(RPC_ERROR.MISC, message, { cause })

/**
 * Turns plain errors of this folder, whose texts are for users, into RpcErrors. Without this they would be reported as
 * internal errors.
 */
export async function withErrorText<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof RpcError) throw error
    throw callFailed(error instanceof Error ? error.message : String(error), error)
  }
}

/** Rejects if the signal is aborted; `work` itself continues. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(callFailed('Call cancelled: the chain continues to start')), {
      once: true,
    })
    work.then(resolve, reject)
  })
}
