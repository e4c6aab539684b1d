import type { JsonObject, JsonValue } from '#shared/json.ts'
import { yieldToEventLoop } from '../util/index.ts'
import { createBatchAnswer } from './batchAnswer.ts'
import { type Budget, createBudget } from './budget.ts'
import { checkParams, type Dispatcher } from './dispatcher.ts'
import { BUSY, failurePart, type Part, singleReply, successPart } from './replyParts.ts'
import type { Reply } from './replyWriter.ts'
import { beginParse, idOf, invalid, methodOf, parsed, topLevel } from './request.ts'
import { createSemaphore } from './semaphore.ts'
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

/** Of a request that is read. `done`: its bytes are not needed any more. */
export type Answer = (body: Buffer, context: CallerContext, done?: () => void) => Reply | Promise<Reply>

/** Answers request bodies: one call, or a batch of them one after the other. Never throws. */
export function createAnswer(dispatcher: Pick<Dispatcher, 'call'>, { mostWaiting, unread }: AnswerLimits): Answer {
  const values = createBudget(MAX_VALUES)
  const reading = createSemaphore(1)
  const answerOne = (request: JsonObject, context: CallerContext) => answerCall(dispatcher, request, context)
  const most = Math.max(1, mostWaiting >> 1)
  const answerBatch = createBatchAnswer({ most, mostInLine: MAX_IN_LINE, unread, answerOne })
  let waiting = 0

  /** A single call. */
  function answerSingle(request: JsonObject, context: CallerContext): Reply | Promise<Reply> {
    const part = answerOne(request, context)
    if (!(part instanceof Promise)) return singleReply(part)
    waiting++
    return part.then((later) => {
      waiting--
      return singleReply(later)
    })
  }

  async function answerLong(body: Buffer, context: CallerContext, done: () => void): Promise<Reply> {
    let given: Given
    const leave = await reading.enter()
    try {
      given = await readLong(body, context, values)
    } catch (error) {
      return singleReply(failurePart(error, null))
    } finally {
      done()
      leave()
    }
    return answerGiven(given, context)
  }

  async function answerGiven({ request, held }: Given, context: CallerContext): Promise<Reply> {
    try {
      const refused = refusalFor(request, context)
      if (refused !== undefined) return refused
      return await (Array.isArray(request) ? answerBatch(request, context) : answerSingle(request, context))
    } finally {
      values.give(held)
    }
  }

  return (body, context, done = nothing) => {
    if (waiting >= mostWaiting) {
      done()
      return BUSY
    }
    if (body.length > SMALL_BODY) {
      if (reading.waiting() < MAX_IN_LINE) return answerLong(body, context, done)
      done()
      return BUSY
    }
    try {
      const parse = beginParse(body)
      parsed(parse, Number.POSITIVE_INFINITY)
      const request = topLevel(parse.value())
      if (!Array.isArray(request)) return refusalFor(request, context) ?? answerSingle(request, context)
      const held = parse.weight()
      if (!values.take(held)) return BUSY
      return answerGiven({ request, held }, context)
    } catch (error) {
      return singleReply(failurePart(error, null))
    } finally {
      done()
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
