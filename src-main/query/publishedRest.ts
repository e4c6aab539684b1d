import { isRestPath, queueError, type Rest, restFailure } from '../node/rpc/index.ts'
import type { CallQueue } from './callQueue.ts'

/**
 * REST interface over published tables. Each answer sees one block, like a call.
 * @param rest returns the interface of the branch that a running call sees
 */
export function createPublishedRest(deps: {
  readonly calls: Pick<CallQueue, 'run'>
  readonly rest: () => Pick<Rest, 'answer'>
  /** @throws RpcError while no chain is open */
  readonly requireOpen: () => void
  /** Maximum number of requests that are answered at the same time. */
  readonly maxWaiting: number
}): Rest {
  const { calls, rest, requireOpen, maxWaiting } = deps
  let waiting = 0
  return {
    takes: isRestPath,
    answer(url, body, context) {
      try {
        requireOpen()
        if (waiting >= maxWaiting) throw queueError()
        const reply = calls.run(() => rest().answer(url, body, context))
        if (!(reply instanceof Promise)) return reply
        waiting++
        return reply.catch(restFailure).finally(() => waiting--)
      } catch (error) {
        return restFailure(error)
      }
    },
  }
}
