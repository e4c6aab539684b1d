import type { JsonObject, JsonValue } from '#shared/json.ts'
import { yieldToEventLoop } from '../util/index.ts'
import { BatchAnswer } from './batchAnswer.ts'
import { Budget } from './budget.ts'
import { answerCall, refuseCall } from './callAnswer.ts'
import type { Dispatcher } from './dispatcher.ts'
import { BUSY, failurePart, NO_CONTENT, NO_REQUEST, type Part, singleReply } from './replyParts.ts'
import type { Reply } from './replyWriter.ts'
import { beginParse, invalid, isWaitingCall, parsed, topLevel } from './request.ts'
import { Semaphore } from './semaphore.ts'
import type { CallerContext } from './users.ts'

/** Maximum size of a body that is parsed synchronously: takes one or two milliseconds. */
const SMALL_BODY = 64 * 1024

/** UTF-16 units of a longer body parsed between two checks of the clock. */
const PARSE_STEP = 16 * 1024

/** Milliseconds of joining or parsing between two yields to the event loop. */
const SLICE = 25

/** Maximum memory for the values of unanswered requests, for one and for all together. */
const MAX_VALUES = 64 << 20

/** Maximum number of queued long bodies, and of queued batches. */
const MAX_IN_LINE = 64

export interface AnswerLimits {
  /** Maximum number of single calls that wait for their results. Half as many batches run at the same time. */
  readonly mostWaiting: number
  /** Budget of unread replies. Results of a batch count from the start. */
  readonly unread: Budget
}

/** Answers request bodies: a single call, or the calls of a batch one after the other. Never throws. */
export class RequestAnswer {
  readonly #dispatcher: Pick<Dispatcher, 'call'>
  readonly #maxWaiting: number
  readonly #values = new Budget(MAX_VALUES)
  readonly #reading = new Semaphore(1)
  readonly #batch: BatchAnswer
  #waiting = 0

  constructor(dispatcher: Pick<Dispatcher, 'call'>, { mostWaiting, unread }: AnswerLimits) {
    this.#dispatcher = dispatcher
    this.#maxWaiting = mostWaiting
    this.#batch = new BatchAnswer({
      ...{ most: Math.max(1, mostWaiting >> 1), mostInLine: MAX_IN_LINE, unread },
      answerOne: (request, context) => answerCall(dispatcher, request, context),
    })
  }

  /**
   * @param pieces pieces of the body, in order; emptied for long bodies
   * @param done called when the bytes of the body are no longer needed
   */
  answer(pieces: Buffer[], context: CallerContext, done: () => void = nothing): Reply | Promise<Reply> {
    if (this.#waiting >= this.#maxWaiting) {
      done()
      return BUSY
    }
    if (byteLength(pieces) > SMALL_BODY) {
      if (this.#reading.waiting() < MAX_IN_LINE) return this.#answerLong(pieces, context, done)
      done()
      return BUSY
    }
    try {
      const parse = beginParse(join(pieces))
      parsed(parse, Number.POSITIVE_INFINITY)
      const request = topLevel(parse.value())
      if (!Array.isArray(request)) return findRefusal(request, context) ?? this.#answerSingle(request, context)
      const held = parse.weight()
      if (!this.#values.take(held)) return BUSY
      return this.#answerGiven({ request, held }, context)
    } catch (error) {
      return singleReply(failurePart(error, NO_REQUEST))
    } finally {
      done()
    }
  }

  #answerSingle(request: JsonObject, context: CallerContext): Reply | Promise<Reply> {
    const part = answerCall(this.#dispatcher, request, context)
    if (!(part instanceof Promise)) return finalReply(part)
    if (isWaitingCall(request)) return part.then(finalReply)
    this.#waiting++
    return part.then((later) => {
      this.#waiting--
      return finalReply(later)
    })
  }

  async #answerLong(pieces: Buffer[], context: CallerContext, done: () => void): Promise<Reply> {
    let given: ParsedRequest
    const leave = await this.#reading.enter()
    try {
      given = await readLong(pieces, context, this.#values)
    } catch (error) {
      return singleReply(failurePart(error, NO_REQUEST))
    } finally {
      done()
      leave()
    }
    return this.#answerGiven(given, context)
  }

  async #answerGiven({ request, held }: ParsedRequest, context: CallerContext): Promise<Reply> {
    try {
      const refused = findRefusal(request, context)
      if (refused !== undefined) return refused
      if (Array.isArray(request)) return await this.#batch.answer(request, context)
      // Its values would stay in memory, and in the shared budget, as long as the call waits.
      if (isWaitingCall(request)) return finalReply(refuseCall(request, invalid('The request is too long to wait')))
      return await this.#answerSingle(request, context)
    } finally {
      this.#values.give(held)
    }
  }
}

const finalReply = (part: Part | undefined): Reply => (part === undefined ? NO_CONTENT : singleReply(part))

/**
 * Returns the refusal for a user with limited rights who may not make all given calls, or not now. Returns undefined if
 * the calls are allowed.
 */
function findRefusal(request: JsonObject | JsonValue[], { user }: CallerContext): Reply | undefined {
  if (user === undefined) return undefined
  const named = (Array.isArray(request) ? request : [request]).flatMap((one) => {
    const method = one instanceof Map ? one.get('method') : undefined
    return typeof method === 'string' ? [method] : []
  })
  const refusal = user.refusal(named)
  return refusal && { status: refusal.status, headers: refusal.headers, pieces: [refusal.body] }
}

/** Parsed request, with the memory that it takes. */
interface ParsedRequest {
  readonly request: JsonObject | JsonValue[]
  readonly held: number
}

/**
 * Joins and parses a long body in slices. Empties `pieces`.
 * @throws RpcError if the body is malformed or has too many values, or if the client disconnects
 */
async function readLong(pieces: Buffer[], { signal }: CallerContext, values: Budget): Promise<ParsedRequest> {
  const slices = new Slices(signal)
  await slices.next()
  const body = Buffer.allocUnsafeSlow(byteLength(pieces))
  let at = 0
  for (const piece of pieces) {
    at += piece.copy(body, at)
    if (slices.isOver()) await slices.next()
  }
  pieces.length = 0
  const parse = beginParse(body)
  await slices.next()
  let held = 0
  try {
    while (!parsed(parse, PARSE_STEP)) {
      const more = parse.weight() - held
      if (!values.take(more)) throw invalid('The request has too many values')
      held += more
      if (slices.isOver()) await slices.next()
    }
  } catch (error) {
    values.give(held)
    throw error
  }
  return { request: topLevel(parse.value()), held }
}

/** Divides the work on one request into slices, between which other work is done. */
class Slices {
  readonly #signal: AbortSignal
  #end = 0

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  isOver(): boolean {
    return performance.now() >= this.#end
  }

  /** Yields to the event loop and begins a slice. @throws RpcError if the client has disconnected */
  async next(): Promise<void> {
    await yieldToEventLoop()
    if (this.#signal.aborted) throw invalid('The client has disconnected')
    this.#end = performance.now() + SLICE
  }
}

const byteLength = (pieces: readonly Buffer[]) => pieces.reduce((sum, { length }) => sum + length, 0)

const join = (pieces: readonly Buffer[]): Buffer =>
  pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)

const nothing = () => undefined
