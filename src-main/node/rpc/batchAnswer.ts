import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject, JsonValue } from '#shared/json.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { yieldToEventLoop } from '../util/index.ts'
import type { Budget } from './budget.ts'
import { BUSY, failurePart, JSON_TYPE, type Part, singleReply } from './replyParts.ts'
import type { Reply } from './replyWriter.ts'
import { idOf, invalid } from './request.ts'
import { Semaphore } from './semaphore.ts'
import { isTextStream, type TextStream } from './textStream.ts'

/** More calls in one body than any tool sends. */
const MAX_BATCH = 10_000

/** Texts of results that one batch may have. Once they are this long, further calls are refused. */
const MAX_BATCH_TEXT = 32 << 20

/** Milliseconds of calling after which other work is let in between, all batches together. */
const SLICE = 25

export interface BatchDeps {
  /** batches that are worked on at a time, and that may wait for their turn */
  readonly most: number
  readonly mostInLine: number
  /** of the replies that are not read yet */
  readonly unread: Budget
  readonly answerOne: (request: JsonObject, context: CallContext) => Part | Promise<Part>
}

/** Answers batches: their calls one after the other. */
export class BatchAnswer {
  readonly #deps: BatchDeps
  readonly #places: Semaphore
  #batches = 0

  constructor(deps: BatchDeps) {
    this.#deps = deps
    this.#places = new Semaphore(deps.most)
  }

  async answer(requests: readonly JsonValue[], context: CallContext): Promise<Reply> {
    if (requests.length > MAX_BATCH) return singleReply(failurePart(invalid('Batch is too large'), null))
    if (this.#places.waiting() >= this.#deps.mostInLine) return BUSY
    const leave = await this.#places.enter()
    this.#batches++
    try {
      return { status: 200, headers: JSON_TYPE, pieces: ['[', ...(await this.#answerEach(requests, context)), ']\n'] }
    } finally {
      this.#batches--
      leave()
    }
  }

  /** Stops when the client has disconnected. */
  async #answerEach(requests: readonly JsonValue[], context: CallContext): Promise<string[]> {
    const { unread } = this.#deps
    const pieces: string[] = []
    let length = 0
    let sliceEnd = this.#endOfSlice()
    for (const request of requests) {
      if (context.signal.aborted) break
      const full = length > MAX_BATCH_TEXT || !unread.take(0)
      const part = full ? unasked(request) : await whole(await this.#answerPart(request, context), request)
      const { length: partLength } = part.result
      unread.force(partLength)
      length += partLength
      if (pieces.length > 0) pieces.push(',')
      pieces.push(part.before, part.result, part.after)
      if (performance.now() > sliceEnd) {
        await yieldToEventLoop()
        sliceEnd = this.#endOfSlice()
      }
    }
    // From here on the writer counts them.
    unread.give(length)
    return pieces
  }

  #answerPart(request: JsonValue, context: CallContext): Part | Promise<Part> {
    return request instanceof Map
      ? this.#deps.answerOne(request, context)
      : failurePart(invalid('Invalid Request object'), null)
  }

  #endOfSlice(): number {
    return performance.now() + SLICE / this.#batches
  }
}

/** A batch is answered as a whole, so that a result of it must fit in memory. */
async function whole(part: Part, request: JsonValue): Promise<Part<string>> {
  const { result } = part
  if (!isTextStream(result)) return { ...part, result }
  try {
    const text = await boundedText(result)
    return text === undefined ? refused(request, 'The result is too long for a batch') : { ...part, result: text }
  } catch (error) {
    return failurePart(error, quietIdOf(request))
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

const unasked = (request: JsonValue) => refused(request, 'Not called: the results of this batch are too long')

const refused = (request: JsonValue, message: string): Part<string> =>
  failurePart(new RpcError(RPC_ERROR.OUT_OF_MEMORY, message), quietIdOf(request))

/** null where there is none, or one that is too long to be repeated */
function quietIdOf(request: JsonValue): JsonValue {
  try {
    return request instanceof Map ? idOf(request) : null
  } catch {
    return null
  }
}
