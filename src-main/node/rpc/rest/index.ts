/**
 * rest: komodod's REST interface (`-rest`): public data of the chain without a password, as JSON, hex or bytes.
 *
 * Purpose: the paths below `/rest/`, with komodod's statuses, types and error texts. Non-goals: changes of state,
 * wallet data, and the HTTP server (`httpServer.ts`), which first checks address, Host and Origin, and limits unread
 * replies. Invariants: nothing here writes. JSON comes from the same handlers and shapes as in RPC. Thread: the node
 * thread.
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
  /** Maximum number of replies computed at the same time. */
  readonly mostWaiting: number
}

export interface Rest {
  /** Returns true for a path of the REST interface. */
  takes(url: string): boolean
  /** Answers a request. Never throws. */
  answer(url: string, body: Uint8Array, context: CallContext): Reply | Promise<Reply>
}

/** Paths in komodod's order: the first one that the URL starts with applies. */
const STARTS = [
  '/rest/tx/',
  '/rest/block/notxdetails/',
  '/rest/block/',
  '/rest/chaininfo',
  '/rest/mempool/info',
  '/rest/mempool/contents',
  '/rest/headers/',
  '/rest/getutxos',
] as const

type PathStart = (typeof STARTS)[number]

const findStart = (url: string): PathStart | undefined => STARTS.find((start) => url.startsWith(start))

/** Returns true for a path of the REST interface. */
export const isRestPath = (url: string): boolean => findStart(url) !== undefined

export function createRest(deps: RestDeps): Rest {
  const { dispatcher } = deps
  const { transaction, block, headers, jsonOnly } = createPathAnswers(deps)
  let waiting = 0

  const answers: Readonly<Record<PathStart, PathAnswer>> = {
    '/rest/tx/': transaction,
    '/rest/block/notxdetails/': block(1),
    '/rest/block/': block(2),
    '/rest/chaininfo': jsonOnly('getblockchaininfo'),
    '/rest/mempool/info': jsonOnly('getmempoolinfo'),
    '/rest/mempool/contents': jsonOnly('getrawmempool', true),
    '/rest/headers/': headers,
    '/rest/getutxos': (path, body) => answerUtxos(deps, path, body),
  }

  /** Starts an answer. Path, startup and queue are checked first, because a rejected request must cost nothing. */
  function begin(url: string, body: Uint8Array, context: CallContext): Reply | Promise<Reply> {
    const start = findStart(url)
    if (start === undefined) throw new RestError(404, 'unknown path')
    const status = dispatcher.warmingUp()
    if (status !== undefined) throw warmupError(status)
    if (waiting >= deps.mostWaiting) throw queueError()
    return answers[start](url.slice(start.length), body, context)
  }

  async function finish(reply: Promise<Reply>): Promise<Reply> {
    waiting++
    try {
      return await reply
    } catch (error) {
      return restFailure(error)
    } finally {
      waiting--
    }
  }

  return {
    takes: isRestPath,
    answer(url, body, context) {
      try {
        const reply = begin(url, body, context)
        return reply instanceof Promise ? finish(reply) : reply
      } catch (error) {
        return restFailure(error)
      }
    },
  }
}

const warmupError = (status: string) => new RestError(503, `Service temporarily unavailable: ${status}`)

/** Returns the error for a request while too many others are being answered. */
export const queueError = () => new RestError(500, 'Work queue depth exceeded')

/** Returns the reply to a failure. The dispatcher has already logged details of internal failures. */
export function restFailure(error: unknown): Reply {
  if (error instanceof RestError) return errorReply(error)
  if (error instanceof RpcError && error.code === RPC_ERROR.IN_WARMUP) return errorReply(warmupError(error.message))
  if (error instanceof RpcError && error.code === RPC_ERROR.METHOD_NOT_FOUND)
    return errorReply({ status: 404, message: error.message })
  const known = error instanceof RpcError && error.code !== RPC_ERROR.INTERNAL
  return errorReply({ status: 500, message: known ? error.message : 'Internal error' })
}
