import { RPC_ERROR, type RpcError, toWire } from '#shared/errors.ts'
import { type JsonValue, quoteJson, stringifyJson } from '#shared/json.ts'
import { REFUSALS } from './refusal.ts'
import type { Reply } from './replyWriter.ts'
import { isTextStream, type TextStream } from './textStream.ts'

/** Reply object in three parts, because the result may be long and is not copied. */
export interface Part<Result extends string | TextStream = string | TextStream> {
  readonly status: number
  readonly before: string
  readonly result: Result
  readonly after: string
  readonly id: JsonValue
}

export const JSON_TYPE: readonly string[] = ['Content-Type', 'application/json']
export const BUSY: Reply = {
  status: REFUSALS.busy.status,
  headers: REFUSALS.busy.headers,
  pieces: [REFUSALS.busy.body],
}

/** Maximum length of a result that is joined with the rest of the reply before sending. */
const SHORT = 64 * 1024

export function singleReply({ status, before, result, after, id }: Part): Reply {
  const end = `${after}\n`
  if (isTextStream(result))
    return { status, headers: JSON_TYPE, pieces: framed(before, result, end), instead: failureReply(id) }
  // Joining a long result would copy it.
  const pieces = result.length > SHORT ? [before, result, end] : [`${before}${result}${end}`]
  return { status, headers: JSON_TYPE, pieces }
}

const failureReply = (id: JsonValue) => (error: unknown) => singleReply(failurePart(error, id))

function framed(before: string, { pieces, close }: TextStream, after: string): TextStream {
  async function* all(): AsyncGenerator<string, void> {
    yield before
    yield* pieces
    yield after
  }
  return { pieces: all(), close }
}

export function successPart<Result extends string | TextStream>(result: Result, id: JsonValue): Part<Result> {
  return { status: 200, before: '{"result":', result, after: `,"error":null,"id":${stringifyJson(id)}}`, id }
}

export function failurePart(error: unknown, id: JsonValue): Part<string> {
  const { code, message } = toWire(error)
  return {
    status: httpStatusFor(code),
    before: '{"result":null,"error":',
    result: `{"code":${code},"message":${quoteJson(message)}}`,
    after: `,"id":${stringifyJson(id)}}`,
    id,
  }
}

function httpStatusFor(code: RpcError['code']): number {
  if (code === RPC_ERROR.INVALID_REQUEST) return 400
  if (code === RPC_ERROR.METHOD_NOT_FOUND) return 404
  return 500
}
