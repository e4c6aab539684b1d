import { isUtf8 } from 'node:buffer'
import { RPC_ERROR, RpcError, toWire } from '#shared/errors.ts'
import { type JsonObject, JsonParseError, type JsonValue, parseJson, quoteJson, stringifyJson } from '#shared/json.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { checkParams, type Dispatcher } from './dispatch.ts'

/** The HTTP status and body that answer a request body (rpc.md §1). */
export interface Reply {
  readonly status: number
  readonly body: string
}

/** More calls in one body than any tool sends. */
const MAX_BATCH = 10_000

/** A batch is answered as one text, which has to fit in memory. Once its results are this long, further calls are refused. */
const MAX_BATCH_TEXT = 64 << 20

/** All long batches together let other work in between after this many milliseconds. */
const BATCH_SLICE = 25

export type Answer = (body: Buffer, context: CallContext) => Reply | Promise<Reply>

/** Answers request bodies: one call, or a batch of them one after the other. Never throws. */
export function createAnswer(dispatcher: Pick<Dispatcher, 'call'>): Answer {
  /** One reply object; a promise only if its handler is not synchronous. */
  function answerOne(request: JsonObject, context: CallContext): Part | Promise<Part> {
    const id = request.get('id') ?? null
    try {
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

  function answerPart(request: JsonValue, context: CallContext): Part | Promise<Part> {
    return request instanceof Map ? answerOne(request, context) : failure(invalid('Invalid Request object'), null)
  }

  let batches = 0
  const endOfSlice = () => performance.now() + BATCH_SLICE / batches

  async function answerBatch(requests: readonly JsonValue[], context: CallContext): Promise<Reply> {
    if (requests.length > MAX_BATCH) return single(failure(invalid('Batch is too large'), null))
    batches++
    try {
      return { status: 200, body: `[${(await answerEach(requests, context)).join(',')}]\n` }
    } finally {
      batches--
    }
  }

  /** Without the rest when the client has gone: nobody would read it. */
  async function answerEach(requests: readonly JsonValue[], context: CallContext): Promise<string[]> {
    const parts: string[] = []
    let length = 0
    let sliceEnd = endOfSlice()
    for (const request of requests) {
      const { text } = length > MAX_BATCH_TEXT ? unasked(request) : await answerPart(request, context)
      length += text.length
      parts.push(text)
      if (performance.now() > sliceEnd) {
        await new Promise(setImmediate)
        if (context.signal.aborted) break
        sliceEnd = endOfSlice()
      }
    }
    return parts
  }

  return (body, context) => {
    let request: JsonValue
    try {
      request = parseBody(body)
    } catch (error) {
      return single(failure(error, null))
    }
    if (Array.isArray(request)) return answerBatch(request, context)
    const part = answerOne(request, context)
    return part instanceof Promise ? part.then(single) : single(part)
  }
}

interface Part {
  readonly status: number
  readonly text: string
}

const single = (part: Part): Reply => ({ status: part.status, body: `${part.text}\n` })

function unasked(request: JsonValue): Part {
  const id = request instanceof Map ? (request.get('id') ?? null) : null
  return failure(new RpcError(RPC_ERROR.INTERNAL, 'Not called: the results of this batch are too long'), id)
}

const invalid = (message: string) => new RpcError(RPC_ERROR.INVALID_REQUEST, message)

function parseBody(body: Buffer): JsonObject | JsonValue[] {
  let value: JsonValue
  try {
    if (!isUtf8(body)) throw new JsonParseError('not UTF-8')
    value = parseJson(body.toString('utf8'))
  } catch (error) {
    if (error instanceof JsonParseError) throw new RpcError(RPC_ERROR.PARSE, 'Parse error', { cause: error })
    throw error
  }
  if (value instanceof Map || Array.isArray(value)) return value
  throw new RpcError(RPC_ERROR.PARSE, 'Top-level object parse error')
}

function methodOf(request: JsonObject): string {
  const method = request.get('method') ?? null
  if (method === null) throw invalid('Missing method')
  if (typeof method !== 'string') throw invalid('Method must be a string')
  return method
}

function success(result: string, id: JsonValue): Part {
  return { status: 200, text: `{"result":${result},"error":null,"id":${stringifyJson(id)}}` }
}

function failure(error: unknown, id: JsonValue): Part {
  const { code, message } = toWire(error)
  return {
    status: statusOf(code),
    text: `{"result":null,"error":{"code":${code},"message":${quoteJson(message)}},"id":${stringifyJson(id)}}`,
  }
}

function statusOf(code: number): number {
  if (code === RPC_ERROR.INVALID_REQUEST) return 400
  if (code === RPC_ERROR.METHOD_NOT_FOUND) return 404
  return 500
}
