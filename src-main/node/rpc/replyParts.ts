import { RPC_ERROR, type RpcError, toWire } from '#shared/errors.ts'
import { type JsonValue, quoteJson, stringifyJson } from '#shared/json.ts'
import { REFUSALS } from './refusal.ts'
import type { Reply } from './replyWriter.ts'
import { isTextStream, type TextStream } from './textStream.ts'

/** Version and id of the request that a reply is for. A reply of version 2 has either a result or an error. */
export interface ReplyTo {
  readonly version: 1 | 2
  readonly id: JsonValue
}

/** Target of a reply to a body from which no request could be read. */
export const NO_REQUEST: ReplyTo = { version: 1, id: null }

/** Reply object in three parts, because the result may be long and is not copied. */
export interface Part<Result extends string | TextStream = string | TextStream> {
  readonly status: number
  readonly before: string
  readonly result: Result
  readonly after: string
  readonly to: ReplyTo
}

export const JSON_TYPE: readonly string[] = ['Content-Type', 'application/json']
export const BUSY: Reply = {
  status: REFUSALS.busy.status,
  headers: REFUSALS.busy.headers,
  pieces: [REFUSALS.busy.body],
}

/** Reply to notifications. */
export const NO_CONTENT: Reply = { status: 204, headers: [], pieces: [] }

/** Maximum length of a result that is joined with the rest of the reply before sending. */
const SHORT = 64 * 1024

export function singleReply({ status, before, result, after, to }: Part): Reply {
  const end = `${after}\n`
  if (isTextStream(result))
    return { status, headers: JSON_TYPE, pieces: framed(before, result, end), instead: failureReply(to) }
  // Joining a long result would copy it.
  const pieces = result.length > SHORT ? [before, result, end] : [`${before}${result}${end}`]
  return { status, headers: JSON_TYPE, pieces }
}

const failureReply = (to: ReplyTo) => (error: unknown) => singleReply(failurePart(error, to))

function framed(before: string, { pieces, close }: TextStream, after: string): TextStream {
  async function* all(): AsyncGenerator<string, void> {
    yield before
    yield* pieces
    yield after
  }
  return { pieces: all(), close }
}

export function successPart<Result extends string | TextStream>(result: Result, to: ReplyTo): Part<Result> {
  const id = stringifyJson(to.id)
  return to.version === 2
    ? { status: 200, before: '{"jsonrpc":"2.0","result":', result, after: `,"id":${id}}`, to }
    : { status: 200, before: '{"result":', result, after: `,"error":null,"id":${id}}`, to }
}

/** The HTTP status depends on the error only for version 1. */
export function failurePart(error: unknown, to: ReplyTo): Part<string> {
  const { code, message } = toWire(error)
  const result = `{"code":${code},"message":${quoteJson(message)}}`
  const after = `,"id":${stringifyJson(to.id)}}`
  return to.version === 2
    ? { status: 200, before: '{"jsonrpc":"2.0","error":', result, after, to }
    : { status: httpStatusFor(code), before: '{"result":null,"error":', result, after, to }
}

function httpStatusFor(code: RpcError['code']): number {
  if (code === RPC_ERROR.INVALID_REQUEST) return 400
  if (code === RPC_ERROR.METHOD_NOT_FOUND) return 404
  return 500
}
