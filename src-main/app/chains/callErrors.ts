/** Errors of the calls that the chain manager answers itself. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'

export const wrongParameter = (message: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, message)
export const callFailed = (message: string, cause?: unknown) => new RpcError(RPC_ERROR.MISC, message, { cause })

/** Errors of this folder have texts for people; without this they would come out as internal errors. */
export async function withErrorText<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof RpcError) throw error
    throw callFailed(error instanceof Error ? error.message : String(error), error)
  }
}

/** Rejects when the signal is aborted; the work goes on. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(callFailed('Cancelled: the chain goes on starting')), { once: true })
    work.then(resolve, reject)
  })
}
