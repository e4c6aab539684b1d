import type { JsonObject, JsonValue } from '#shared/json.ts'
import { yieldToEventLoop } from '../util/index.ts'
import { BatchAnswer } from './batchAnswer.ts'
import { Budget } from './budget.ts'
import { checkParams, type Dispatcher } from './dispatcher.ts'
import { BUSY, failurePart, type Part, singleReply, successPart } from './replyParts.ts'
import type { Reply } from './replyWriter.ts'
import { beginParse, idOf, invalid, methodOf, parsed, topLevel } from './request.ts'
import { Semaphore } from './semaphore.ts'
import type { CallerContext, RpcUser } from './users.ts'

/** Shorter bodies are read in one go: a millisecond or two. */
const SMALL_BODY = 64 * 1024

/** UTF-16 units of a longer one that are read before the clock is looked at. */
const PARSE_STEP = 16 * 1024

/** Milliseconds of reading after which other work is let in between. */
const SLICE = 25

/** Memory that the values of requests which are not answered yet may take, of one and of all together. */
const MAX_VALUES = 64 << 20

/** Long bodies and batches that wait for their turn. */
const MAX_IN_LINE = 64

export interface AnswerLimits {
  /** single calls that may wait for their results at a time; of batches half as many are worked on */
  readonly mostWaiting: number
  /** of the replies that are not read yet: results of a batch count in it from the beginning */
  readonly unread: Budget
}

/** Answers request bodies: one call, or a batch of them one after the other. Never throws. */
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

  /** @param done called when the bytes of the body are not needed any more */
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
      if (!Array.isArray(request)) return refusalFor(request, context) ?? this.#answerSingle(request, context)
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
    let given: Given
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

  async #answerGiven({ request, held }: Given, context: CallerContext): Promise<Reply> {
    try {
      const refused = refusalFor(request, context)
      if (refused !== undefined) return refused
      return await (Array.isArray(request)
        ? this.#batch.answer(request, context)
        : this.#answerSingle(request, context))
    } finally {
      this.#values.give(held)
    }
  }
}

/** One reply object; a promise only if its handler is not synchronous. */
function answerCall(
  dispatcher: Pick<Dispatcher, 'call'>,
  request: JsonObject,
  context: CallerContext,
): Part | Promise<Part> {
  let id: JsonValue = null
  try {
    id = idOf(request)
    const call = () => dispatcher.call(methodOf(request), checkParams(request.get('params')), context)
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

/** Whatever it comes to, the work up to its end or its first pause is the user's. */
function counted<Result>(user: RpcUser, call: () => Result): Result {
  const begun = performance.now()
  try {
    return call()
  } finally {
    user.worked(performance.now() - begun)
  }
}

/** What a user with fewer rights is answered who may not make all of these calls, or not now. */
function refusalFor(request: JsonObject | JsonValue[], { user }: CallerContext): Reply | undefined {
  if (user === undefined) return undefined
  const named = (Array.isArray(request) ? request : [request]).flatMap((one) => {
    const method = one instanceof Map ? one.get('method') : undefined
    return typeof method === 'string' ? [method] : []
  })
  const refusal = user.refusal(named)
  return refusal && { status: refusal.status, headers: refusal.headers, pieces: [refusal.body] }
}

/** A request that was read, and the memory that it takes. */
interface Given {
  readonly request: JsonObject | JsonValue[]
  readonly held: number
}

/** In steps. @throws RpcError */
async function readLong(body: Buffer, { signal }: CallerContext, values: Budget): Promise<Given> {
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
      if (signal.aborted) throw invalid('The client has gone')
      sliceEnd = performance.now() + SLICE
    }
  } catch (error) {
    values.give(held)
    throw error
  }
  return { request: topLevel(parse.value()), held }
}

const nothing = () => undefined
