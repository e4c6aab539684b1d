import { setImmediate as nextTurn } from 'node:timers/promises'
import { RPC_ERROR, RpcError, toWire } from '#shared/errors.ts'
import { type JsonObject, type JsonValue, quoteJson, stringifyJson } from '#shared/json.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { type Budget, createBudget } from './budget.ts'
import { checkParams, type Dispatcher } from './dispatch.ts'
import { REFUSALS } from './refusal.ts'
import type { Reply } from './replyWriter.ts'
import { beginParse, idOf, invalid, methodOf, parsed, topLevel } from './request.ts'
import { createSemaphore } from './semaphore.ts'

/** More calls in one body than any tool sends. */
const MAX_BATCH = 10_000

/** Texts of results that one batch may have. Once they are this long, further calls are refused. */
const MAX_BATCH_TEXT = 32 << 20

/** Shorter bodies are read in one go: a millisecond or two. */
const SMALL_BODY = 64 * 1024

/** UTF-16 units of a longer one that are read before the clock is looked at. */
const PARSE_STEP = 16 * 1024

/** Milliseconds of reading or calling after which other work is let in between, all long batches together. */
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
export type Answer = (body: Buffer, context: CallContext, done?: () => void) => Reply | Promise<Reply>

/** Answers request bodies: one call, or a batch of them one after the other. Never throws. */
export function createAnswer(dispatcher: Pick<Dispatcher, 'call'>, limits: AnswerLimits): Answer {
  const { mostWaiting, unread } = limits
  const values = createBudget(MAX_VALUES)
  const reading = createSemaphore(1)
  const batching = createSemaphore(Math.max(1, mostWaiting >> 1))
  let waiting = 0

  /** One reply object; a promise only if its handler is not synchronous. */
  function answerOne(request: JsonObject, context: CallContext): Part | Promise<Part> {
    let id: JsonValue = null
    try {
      id = idOf(request)
      const result = dispatcher.call(methodOf(request), checkParams(request.get('params')), context)
      if (typeof result === 'string') return success(result, id)
      return result.then(
        (text) => success(text, id),
        (error) => failure(error, id),
      )
    } catch (error) {
      return failure(error, id)
    }
  }

  /** A single call. */
  function answerSingle(request: JsonObject, context: CallContext): Reply | Promise<Reply> {
    const part = answerOne(request, context)
    if (!(part instanceof Promise)) return single(part)
    waiting++
    return part.then((later) => {
      waiting--
      return single(later)
    })
  }

  function answerPart(request: JsonValue, context: CallContext): Part | Promise<Part> {
    return request instanceof Map ? answerOne(request, context) : failure(invalid('Invalid Request object'), null)
  }

  let batches = 0
  const endOfSlice = () => performance.now() + SLICE / batches

  async function answerBatch(requests: readonly JsonValue[], context: CallContext): Promise<Reply> {
    if (requests.length > MAX_BATCH) return single(failure(invalid('Batch is too large'), null))
    if (batching.waiting() >= MAX_IN_LINE) return BUSY
    const leave = await batching.enter()
    batches++
    try {
      return { status: 200, headers: JSON_TYPE, pieces: ['[', ...(await answerEach(requests, context)), ']\n'] }
    } finally {
      batches--
      leave()
    }
  }

  /** Without the rest when the client has gone: nobody would read it. */
  async function answerEach(requests: readonly JsonValue[], context: CallContext): Promise<string[]> {
    const pieces: string[] = []
    let length = 0
    let sliceEnd = endOfSlice()
    for (const request of requests) {
      if (context.signal.aborted) break
      const full = length > MAX_BATCH_TEXT || !unread.take(0)
      const part = full ? unasked(request) : await answerPart(request, context)
      const { length: partLength } = part.result
      unread.force(partLength)
      length += partLength
      if (pieces.length > 0) pieces.push(',')
      pieces.push(part.before, part.result, part.after)
      if (performance.now() > sliceEnd) {
        await nextTurn()
        sliceEnd = endOfSlice()
      }
    }
    // From here on the writer counts them.
    unread.give(length)
    return pieces
  }

  /** In steps, one body at a time. @throws RpcError */
  async function readLong(body: Buffer, { signal }: CallContext): Promise<Given> {
    await nextTurn()
    const parse = beginParse(body)
    await nextTurn()
    let held = 0
    try {
      for (let sliceEnd = performance.now() + SLICE; !parsed(parse, PARSE_STEP); ) {
        const more = parse.weight() - held
        if (!values.take(more)) throw invalid('The request has too many values')
        held += more
        if (performance.now() < sliceEnd) continue
        await nextTurn()
        if (signal.aborted) throw invalid('The client has gone')
        sliceEnd = performance.now() + SLICE
      }
    } catch (error) {
      values.give(held)
      throw error
    }
    return { request: topLevel(parse.value()), held }
  }

  async function answerLong(body: Buffer, context: CallContext, done: () => void): Promise<Reply> {
    let given: Given
    const leave = await reading.enter()
    try {
      given = await readLong(body, context)
    } catch (error) {
      return single(failure(error, null))
    } finally {
      done()
      leave()
    }
    return answerGiven(given, context)
  }

  async function answerGiven({ request, held }: Given, context: CallContext): Promise<Reply> {
    try {
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
      if (!Array.isArray(request)) return answerSingle(request, context)
      const held = parse.weight()
      if (!values.take(held)) return BUSY
      return answerGiven({ request, held }, context)
    } catch (error) {
      return single(failure(error, null))
    } finally {
      done()
    }
  }
}

/** A request that was read, and the memory that it takes. */
interface Given {
  readonly request: JsonObject | JsonValue[]
  readonly held: number
}

/** A reply object in three parts: the result may be long, and is not copied. */
interface Part {
  readonly status: number
  readonly before: string
  readonly result: string
  readonly after: string
}

const JSON_TYPE: readonly string[] = ['Content-Type', 'application/json']
const BUSY: Reply = { status: REFUSALS.busy.status, headers: REFUSALS.busy.headers, pieces: [REFUSALS.busy.body] }

const nothing = () => undefined

function single({ status, before, result, after }: Part): Reply {
  const end = `${after}\n`
  // A long one would be copied.
  const pieces = result.length > SMALL_BODY ? [before, result, end] : [`${before}${result}${end}`]
  return { status, headers: JSON_TYPE, pieces }
}

function unasked(request: JsonValue): Part {
  let id: JsonValue = null
  try {
    if (request instanceof Map) id = idOf(request)
  } catch {
    // It is too long to be repeated.
  }
  return failure(new RpcError(RPC_ERROR.OUT_OF_MEMORY, 'Not called: the results of this batch are too long'), id)
}

function success(result: string, id: JsonValue): Part {
  return { status: 200, before: '{"result":', result, after: `,"error":null,"id":${stringifyJson(id)}}` }
}

function failure(error: unknown, id: JsonValue): Part {
  const { code, message } = toWire(error)
  return {
    status: statusOf(code),
    before: '{"result":null,"error":',
    result: `{"code":${code},"message":${quoteJson(message)}}`,
    after: `,"id":${stringifyJson(id)}}`,
  }
}

function statusOf(code: number): number {
  if (code === RPC_ERROR.INVALID_REQUEST) return 400
  if (code === RPC_ERROR.METHOD_NOT_FOUND) return 404
  return 500
}
