import type { JsonObject, JsonValue } from '#shared/json.ts'
import { yieldToEventLoop } from '../util/index.ts'
import { BatchAnswer } from './batchAnswer.ts'
import { Budget } from './budget.ts'
import { checkParams, type Dispatcher } from './dispatcher.ts'
import { BUSY, failurePart, type Part, singleReply, successPart } from './replyParts.ts'
import type { Reply } from './replyWriter.ts'
import { beginParse, invalid, parsed, readRequestId, readRequestMethod, topLevel } from './request.ts'
import { Semaphore } from './semaphore.ts'
import type { CallerContext, RpcUser } from './users.ts'

/** Maximum size of a body that is parsed synchronously: takes one or two milliseconds. */
const SMALL_BODY = 64 * 1024

/** UTF-16 units of a longer body parsed between two checks of the clock. */
const PARSE_STEP = 16 * 1024

/** Milliseconds of parsing between two yields to the event loop. */
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

  /** @param done called when the bytes of the body are no longer needed */
  answer(body: Buffer, context: CallerContext, done: () => void = nothing): Reply | Promise<Reply> {
    if (this.#waiting >= this.#maxWaiting) {
      done()
      return BUSY
    }
    if (body.length > SMALL_BODY) {
      if (this.#reading.waiting() < MAX_IN_LINE) return this.#answerLong(body, context, done)
      done()
      return BUSY
    }
    try {
      const parse = beginParse(body)
      parsed(parse, Number.POSITIVE_INFINITY)
      const request = topLevel(parse.value())
      if (!Array.isArray(request)) return findRefusal(request, context) ?? this.#answerSingle(request, context)
      const held = parse.weight()
      if (!this.#values.take(held)) return BUSY
      return this.#answerGiven({ request, held }, context)
    } catch (error) {
      return singleReply(failurePart(error, null))
    } finally {
      done()
    }
  }

  #answerSingle(request: JsonObject, context: CallerContext): Reply | Promise<Reply> {
    const part = answerCall(this.#dispatcher, request, context)
    if (!(part instanceof Promise)) return singleReply(part)
    this.#waiting++
    return part.then((later) => {
      this.#waiting--
      return singleReply(later)
    })
  }

  async #answerLong(body: Buffer, context: CallerContext, done: () => void): Promise<Reply> {
    let given: ParsedRequest
    const leave = await this.#reading.enter()
    try {
      given = await readLong(body, context, this.#values)
    } catch (error) {
      return singleReply(failurePart(error, null))
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
      return await (Array.isArray(request)
        ? this.#batch.answer(request, context)
        : this.#answerSingle(request, context))
    } finally {
      this.#values.give(held)
    }
  }
}

/** Returns one reply object, as a promise only if the handler is asynchronous. */
function answerCall(
  dispatcher: Pick<Dispatcher, 'call'>,
  request: JsonObject,
  context: CallerContext,
): Part | Promise<Part> {
  let id: JsonValue = null
  try {
    id = readRequestId(request)
    const call = () => dispatcher.call(readRequestMethod(request), checkParams(request.get('params')), context)
    const result = context.user === undefined ? call() : counted(context.user, call)
    if (typeof result === 'string') return successPart(result, id)
    return result.then(
      (text) => successPart(text, id),
      (error) => failurePart(error, id),
    )
  } catch (error) {
    return failurePart(error, id)
  }
}

/** Runs a call and counts the time until it ends or first pauses, even if it fails. */
function counted<Result>(user: RpcUser, call: () => Result): Result {
  const begun = performance.now()
  try {
    return call()
  } finally {
    user.worked(performance.now() - begun)
  }
}

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

/** Parses a long body in slices. @throws RpcError if it is malformed or has too many values */
async function readLong(body: Buffer, { signal }: CallerContext, values: Budget): Promise<ParsedRequest> {
  await yieldToEventLoop()
  const parse = beginParse(body)
  await yieldToEventLoop()
  let held = 0
  try {
    for (let sliceEnd = performance.now() + SLICE; !parsed(parse, PARSE_STEP); ) {
      const more = parse.weight() - held
      if (!values.take(more)) throw invalid('The request has too many values')
      held += more
      if (performance.now() < sliceEnd) continue
      await yieldToEventLoop()
      if (signal.aborted) throw invalid('The client has disconnected')
      sliceEnd = performance.now() + SLICE
    }
  } catch (error) {
    values.give(held)
    throw error
  }
  return { request: topLevel(parse.value()), held }
}

const nothing = () => undefined
