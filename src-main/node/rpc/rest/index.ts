/**
 * rest: the reference's REST interface (`-rest`): what is public of the chain, without a password, as JSON, hex or bytes.
 *
 * Purpose: the paths below `/rest/`, with the reference's statuses, types and texts of errors.
 * Non-goals: anything that changes something, or that belongs to the wallet; the HTTP server (`httpServer.ts`), which checks
 * address, Host and Origin first and bounds what waits to be read.
 * Invariants: nothing here writes; JSON comes from the same handlers and shapes as that of RPC.
 * Thread: the node's.
 */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import type { Dispatcher } from '../dispatcher.ts'
import type { Reply } from '../replyWriter.ts'
import { errorReply, RestError } from './answers.ts'
import { createPathAnswers, type PathAnswer, type PathDeps } from './paths.ts'
import { answerUtxos } from './utxos.ts'

export interface RestDeps extends PathDeps {
  readonly dispatcher: Pick<Dispatcher, 'call' | 'warmingUp'>
  /** answers that may be in the making at a time */
  readonly mostWaiting: number
}

export interface Rest {
  /** whether a path is one of these */
  takes(url: string): boolean
  /** Never throws. */
  answer(url: string, body: Uint8Array, context: CallContext): Reply | Promise<Reply>
}

export function createRest(deps: RestDeps): Rest {
  const { dispatcher } = deps
  const { transaction, block, headers, jsonOnly } = createPathAnswers(deps)
  let waiting = 0

  /** In the reference's order: the first that a path begins with. */
  const paths: readonly (readonly [start: string, answer: PathAnswer])[] = [
    ['/rest/tx/', transaction],
    ['/rest/block/notxdetails/', block(1)],
    ['/rest/block/', block(2)],
    ['/rest/chaininfo', jsonOnly('getblockchaininfo')],
    ['/rest/mempool/info', jsonOnly('getmempoolinfo')],
    ['/rest/mempool/contents', jsonOnly('getrawmempool', true)],
    ['/rest/headers/', headers],
    ['/rest/getutxos', (path, body) => answerUtxos(deps, path, body)],
  ]
  const find = (url: string) => paths.find(([start]) => url.startsWith(start))

  /** In the order of the calls: what is refused here costs nothing. */
  function begin(url: string, body: Uint8Array, context: CallContext): Reply | Promise<Reply> {
    const [start, answer] = find(url) ?? []
    if (start === undefined || answer === undefined) throw new RestError(404, 'unknown path')
    const status = dispatcher.warmingUp()
    if (status !== undefined) throw new RestError(503, `Service temporarily unavailable: ${status}`)
    if (waiting >= deps.mostWaiting) throw new RestError(500, 'Work queue depth exceeded')
    return answer(url.slice(start.length), body, context)
  }

  async function finish(reply: Promise<Reply>): Promise<Reply> {
    waiting++
    try {
      return await reply
    } catch (error) {
      return failure(error)
    } finally {
      waiting--
    }
  }

  return {
    takes: (url) => find(url) !== undefined,
    answer(url, body, context) {
      try {
        const reply = begin(url, body, context)
        return reply instanceof Promise ? finish(reply) : reply
      } catch (error) {
        return failure(error)
      }
    },
  }
}

/** Details of our own failures are in the log already, where the dispatcher met them. */
function failure(error: unknown): Reply {
  if (error instanceof RestError) return errorReply(error)
  const known = error instanceof RpcError && error.code !== RPC_ERROR.INTERNAL
  return errorReply({ status: 500, message: known ? error.message : 'Internal error' })
}
