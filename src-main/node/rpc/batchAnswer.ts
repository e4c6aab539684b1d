import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject, JsonValue } from '#shared/json.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { yieldToEventLoop } from '../util/index.ts'
import type { Budget } from './budget.ts'
import { type CallReply, refuseCall } from './callAnswer.ts'
import { BUSY, failurePart, JSON_TYPE, NO_CONTENT, NO_REQUEST, type Part, singleReply } from './replyParts.ts'
import type { Reply } from './replyWriter.ts'
import { invalid, isWaitingCall } from './request.ts'
import { Semaphore } from './semaphore.ts'
import { isTextStream, type TextStream } from './textStream.ts'

/** Maximum number of calls per batch, more than any known tool sends. */
const MAX_BATCH = 10_000

/** Maximum total length of a batch's results. Beyond it further calls are rejected. */
const MAX_BATCH_TEXT = 32 << 20

/** Milliseconds of calls after which a batch yields to the event loop, for all batches together. */
const SLICE = 25

export interface BatchDeps {
  /** Maximum number of batches that run at the same time, and of batches that are queued. */
  readonly most: number
  readonly mostInLine: number
  readonly unread: Budget
  readonly answerOne: (request: JsonObject, context: CallContext) => CallReply | Promise<CallReply>
}

/** Answers batches. The calls of a batch run one after the other. */
export class BatchAnswer {
  readonly #deps: BatchDeps
  readonly #places: Semaphore
  #batches = 0

  constructor(deps: BatchDeps) {
    this.#deps = deps
    this.#places = new Semaphore(deps.most)
  }

  async answer(requests: readonly JsonValue[], context: CallContext): Promise<Reply> {
    if (requests.length > MAX_BATCH) return singleReply(failurePart(invalid('Batch is too large'), NO_REQUEST))
    if (this.#places.waiting() >= this.#deps.mostInLine) return BUSY
    const leave = await this.#places.enter()
    this.#batches++
    try {
      const pieces = await this.#answerEach(requests, context)
      // An empty batch gets an empty array, as in komodod. A batch of notifications gets nothing.
      if (pieces.length === 0 && requests.length > 0) return NO_CONTENT
      return { status: 200, headers: JSON_TYPE, pieces: ['[', ...pieces, ']\n'] }
    } finally {
      this.#batches--
      leave()
    }
  }

  /** Answers the calls in order. Stops when the client has disconnected. */
  async #answerEach(requests: readonly JsonValue[], context: CallContext): Promise<string[]> {
    const { unread } = this.#deps
    const pieces: string[] = []
    let length = 0
    let sliceEnd = this.#endOfSlice()
    for (const request of requests) {
      if (context.signal.aborted) break
      const full = length > MAX_BATCH_TEXT || !unread.take(0)
      const part = full ? unasked(request) : await whole(await this.#answerPart(request, context))
      if (part !== undefined) {
        const { length: partLength } = part.result
        unread.force(partLength)
        length += partLength
        if (pieces.length > 0) pieces.push(',')
        pieces.push(part.before, part.result, part.after)
      }
      if (performance.now() > sliceEnd) {
        await yieldToEventLoop()
        sliceEnd = this.#endOfSlice()
      }
    }
    // From here on the reply writer counts these bytes.
    unread.give(length)
    return pieces
  }

  #answerPart(request: JsonValue, context: CallContext): CallReply | Promise<CallReply> {
    if (!(request instanceof Map)) return failurePart(invalid('Invalid Request object'), NO_REQUEST)
    // Few batches run at the same time, so such a call would block the batches of other clients.
    if (isWaitingCall(request)) return refuseCall(request, invalid('A call that waits cannot be part of a batch'))
    return this.#deps.answerOne(request, context)
  }

  #endOfSlice(): number {
    return performance.now() + SLICE / this.#batches
  }
}

/** Returns the part with its result as text. A batch is sent in one piece, so each result must fit in memory. */
async function whole(part: CallReply): Promise<Part<string> | undefined> {
  if (part === undefined) return undefined
  const { result, to } = part
  if (!isTextStream(result)) return { ...part, result }
  try {
    const text = await boundedText(result)
    return text === undefined
      ? failurePart(tooLong('The result is too long for a batch'), to)
      : { ...part, result: text }
  } catch (error) {
    return failurePart(error, to)
  }
}

async function boundedText({ pieces, close }: TextStream): Promise<string | undefined> {
  const texts: string[] = []
  let length = 0
  try {
    for await (const piece of pieces) {
      texts.push(piece)
      length += piece.length
      if (length > MAX_BATCH_TEXT) return undefined
    }
  } finally {
    close()
  }
  return texts.join('')
}

function unasked(request: JsonValue): Part<string> | undefined {
  const error = tooLong('Not called: the results of this batch are too long')
  return request instanceof Map ? refuseCall(request, error) : failurePart(error, NO_REQUEST)
}

const tooLong = (message: string) => new RpcError(RPC_ERROR.OUT_OF_MEMORY, message)
