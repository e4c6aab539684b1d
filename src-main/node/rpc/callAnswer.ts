import type { JsonObject } from '#shared/json.ts'
import type { Dispatcher } from './dispatcher.ts'
import { failurePart, type Part, type ReplyTo, successPart } from './replyParts.ts'
import { isNotification, readRequestId, readRequestMethod, readRequestParams, readRequestVersion } from './request.ts'
import { isTextStream } from './textStream.ts'
import type { CallerContext, RpcUser } from './users.ts'

/** Reply to one call. A notification has none. */
export type CallReply = Part | undefined

/** Calls a method. Returns a promise only if the handler is asynchronous. */
export function answerCall(
  dispatcher: Pick<Dispatcher, 'call'>,
  request: JsonObject,
  context: CallerContext,
): CallReply | Promise<CallReply> {
  const part = callMethod(dispatcher, request, context)
  if (!isNotification(request)) return part
  return part instanceof Promise ? part.then(discard) : discard(part)
}

/** Returns the reply to a request that is not called. The id is null if it is too long to repeat. */
export function refuseCall(request: JsonObject, error: Error): Part<string> | undefined {
  if (isNotification(request)) return undefined
  const version = readRequestVersion(request)
  try {
    return failurePart(error, { version, id: readRequestId(request) })
  } catch {
    return failurePart(error, { version, id: null })
  }
}

function callMethod(
  dispatcher: Pick<Dispatcher, 'call'>,
  request: JsonObject,
  context: CallerContext,
): Part | Promise<Part> {
  let to: ReplyTo = { version: readRequestVersion(request), id: null }
  try {
    to = { ...to, id: readRequestId(request) }
    const call = () => dispatcher.call(readRequestMethod(request), readRequestParams(request), context)
    const result = context.user === undefined ? call() : counted(context.user, call)
    if (typeof result === 'string') return successPart(result, to)
    return result.then(
      (text) => successPart(text, to),
      (error) => failurePart(error, to),
    )
  } catch (error) {
    return failurePart(error, to)
  }
}

function discard({ result }: Part): undefined {
  if (isTextStream(result)) result.close()
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
