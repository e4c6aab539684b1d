import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { Progress } from '#shared/events.ts'
import { type JsonObject, JsonParseError, type JsonValue, parseJson } from '#shared/json.ts'
import { parseParams, takesSecrets } from '#shared/rpc/args.ts'
import type { CallContext, Method, Transport } from '#shared/rpc/define.ts'
import { findMethod, type Handlers } from '#shared/rpc/index.ts'
import { toPositions } from '#shared/rpc/namedParams.ts'
import { findStreamedRows } from '#shared/rpc/resultShape.ts'
import { unsupportedMethodText } from '#shared/rpc/unsupportedMethods.ts'
import type { Logger } from '../core/index.ts'
import { StorageError } from '../storage/index.ts'
import { yieldToEventLoop } from '../util/index.ts'
import { toRpcError } from '../wallet/rpc/walletErrorCodes.ts'
import { isLoggedAction, logAction } from './actionLog.ts'
import { describeQuietly, withoutGiven } from './secretRedaction.ts'
import { Semaphore } from './semaphore.ts'
import { isTextStream, joinedText, openTextStream, type TextStream } from './textStream.ts'

export interface DispatcherDeps {
  readonly logger: Logger
  /** Handlers of methods that are available before the node has loaded (`duringWarmup` in the contract). */
  readonly early: Partial<Handlers>
  /** Maximum number of pending calls per transport. */
  readonly maxWaiting?: Partial<Readonly<Record<Transport, number>>>
  /** Called after each call with its duration in milliseconds, until its result or failure. */
  readonly onCalled?: ((method: string, milliseconds: number, failed: boolean) => void) | undefined
}

export interface ReadyNode {
  readonly handlers: Handlers
  /** If false, wallet methods are disabled. */
  readonly walletEnabled: boolean
  /** In satoshis. */
  readonly maxMoney: bigint
}

export interface TextCallOptions {
  readonly transport: Transport
  readonly signal?: AbortSignal
  readonly progress?: (progress: Progress) => void
}

/** Parameters by position or by name. */
export type GivenParams = readonly JsonValue[] | JsonObject

/** A call in progress. */
interface Called {
  readonly method: Method
  /** by position, empty until they are known */
  params: readonly (JsonValue | undefined)[]
  readonly context: CallContext
}

type AnyHandler = (params: Readonly<Record<string, unknown>>, context: CallContext) => unknown

/**
 * Maximum number of pending calls. Enough for a window that requests everything in parallel, and small enough to notice
 * a runaway loop.
 */
const MAX_WAITING = 64

/** Maximum number of concurrent results that are produced while they are read. Each takes 1 to 2 MB. */
const MAX_STREAMS = 16

/** Maximum number of rows of a result that are encoded synchronously. */
const LONG_ROWS = 2_000

/** Maximum length of an error message in UTF-16 units. The longest help is shorter. */
const MAX_MESSAGE_LENGTH = 16 * 1024

const neverAborted = new AbortController().signal

/** Calls methods. All transports use it. */
export class Dispatcher {
  readonly #deps: DispatcherDeps
  readonly #waiting = new Map<Transport, number>()
  readonly #streams = new Semaphore(MAX_STREAMS)
  #status = 'Loading...'
  #ready: ReadyNode | undefined
  #closed = false

  constructor(deps: DispatcherDeps) {
    this.#deps = deps
  }

  /**
   * Sets the startup status, or the reason why the node cannot continue. All calls but those of early methods are
   * rejected with it.
   */
  warmup(status: string): void {
    this.#status = status
    this.#ready = undefined
  }

  open(node: ReadyNode): void {
    this.#ready = node
  }

  /** Returns the startup status, or undefined if all calls are answered. */
  warmingUp(): string | undefined {
    return this.#ready === undefined ? this.#status : undefined
  }

  /** Rejects every call from now on. */
  close(): void {
    this.#closed = true
  }

  /**
   * Returns the result as JSON text, as a promise only if the handler is asynchronous. A long text may be produced
   * while it is read.
   * @throws RpcError only: here, in the promise, or while the text is read
   */
  call(name: string, params: GivenParams, context: CallContext): string | Promise<string | TextStream> {
    const { onCalled } = this.#deps
    // The duration of a wait says nothing about the node.
    return onCalled === undefined || findMethod(name)?.flags.waits
      ? this.#answer(name, params, context)
      : this.#measured(name, () => this.#answer(name, params, context), onCalled)
  }

  /** Calls a method with the parameters as JSON text, and returns the complete result. @throws RpcError */
  async callText(name: string, paramsText: string, options: TextCallOptions): Promise<string> {
    const { transport, progress } = options
    const context: CallContext = { transport, signal: options.signal ?? neverAborted, ...(progress && { progress }) }
    const result = await this.call(name, parseParamsText(paramsText), context)
    return isTextStream(result) ? joinedText(result) : result
  }

  #answer(name: string, given: GivenParams, context: CallContext): string | Promise<string | TextStream> {
    const { method, handler } = this.#lookUp(name)
    this.#deps.logger.debug('call', { method: name, from: context.transport })
    const called: Called = { method, params: [], context }
    try {
      called.params = given instanceof Map ? toPositions(method, given) : given
      const values = parseParams(method, called.params, { maxMoney: this.#ready?.maxMoney ?? 0n })
      const result = handler(values, context)
      if (isLoggedAction(method.name)) this.#logAction(method.name, values, result)
      if (result instanceof Promise) return this.#finish(result, called)
      return isLong(result) ? this.#finish(Promise.resolve(result), called) : method.result.encode(result)
    } catch (error) {
      throw toPublicError(error, called, this.#deps.logger)
    }
  }

  /** Logs an operator's action as soon as it has succeeded. */
  #logAction(name: string, values: Readonly<Record<string, unknown>>, result: unknown): void {
    const log = () => logAction(this.#deps.logger, name, values)
    if (result instanceof Promise) result.then(log, () => undefined)
    else log()
  }

  /** Checks in komodod's order: state of the node, then the name, then the wallet. */
  #lookUp(name: string): { readonly method: Method; readonly handler: AnyHandler } {
    if (this.#closed) throw new RpcError(RPC_ERROR.CLIENT_NOT_CONNECTED, 'Shutting down')
    const ready = this.#ready
    const method = findMethod(name)
    const handlers: Partial<Handlers> = ready?.handlers ?? this.#deps.early
    const handler = method && handlers[method.name as keyof Handlers]
    if (ready === undefined && !(handler !== undefined && method?.flags.duringWarmup)) {
      throw new RpcError(RPC_ERROR.IN_WARMUP, this.#status)
    }
    if (method === undefined || handler === undefined) {
      throw new RpcError(RPC_ERROR.METHOD_NOT_FOUND, unsupportedMethodText(name) ?? 'Method not found')
    }
    if (method.flags.wallet && ready?.walletEnabled === false) {
      throw new RpcError(RPC_ERROR.METHOD_NOT_FOUND, 'Method not found (disabled)')
    }
    return { method, handler: handler as AnyHandler }
  }

  async #finish(promise: Promise<unknown>, called: Called): Promise<string | TextStream> {
    const { method, context } = called
    const { transport } = context
    const waiting = this.#waiting
    const count = waiting.get(transport) ?? 0
    // Calls that wait for an event have their own limit.
    const counted = method.flags.waits ? 0 : 1
    if (counted > 0 && count >= (this.#deps.maxWaiting?.[transport] ?? MAX_WAITING)) {
      promise.then(
        (result) => findStreamedRows(result)?.close(),
        () => undefined,
      )
      throw new RpcError(RPC_ERROR.MISC, 'Too many calls are waiting for their results')
    }
    waiting.set(transport, count + counted)
    try {
      const result = await promise
      const rows = findStreamedRows(result)
      if (rows !== undefined) {
        const failed = (error: unknown) => toPublicError(error, called, this.#deps.logger)
        return await encodeRowStream(method, result, { close: rows.close, leave: await this.#streams.enter(), failed })
      }
      const pause = async () => {
        await yieldToEventLoop()
        context.signal.throwIfAborted()
      }
      return (await method.result.encodeInTurns?.(result, pause)) ?? method.result.encode(result)
    } catch (error) {
      throw toPublicError(error, called, this.#deps.logger)
    } finally {
      waiting.set(transport, (waiting.get(transport) ?? counted) - counted)
    }
  }

  #measured(
    name: string,
    call: () => ReturnType<Dispatcher['call']>,
    onCalled: NonNullable<DispatcherDeps['onCalled']>,
  ): ReturnType<Dispatcher['call']> {
    const begun = performance.now()
    // Callers choose names freely, so only names of the contract are recorded.
    const method = findMethod(name)?.name ?? 'unknown'
    const done = (failed: boolean) => onCalled(method, performance.now() - begun, failed)
    try {
      const result = call()
      if (result instanceof Promise)
        result.then(
          () => done(false),
          () => done(true),
        )
      else done(false)
      return result
    } catch (error) {
      done(true)
      throw error
    }
  }
}

/** Returns the part of a failure that the caller may see. Details of internal failures are only logged. */
function toPublicError(thrown: unknown, { method, params, context }: Called, logger: Logger): RpcError {
  const error = toRpcError(thrown)
  const secrets = takesSecrets(method)
  if (error instanceof RpcError) return shortened(secrets ? withoutGiven(error, method, params) : error)
  if (error instanceof StorageError) {
    logger.error('RPC method failed to read stored data', { method: method.name, error: error.message })
    return new RpcError(RPC_ERROR.DATABASE, error.message, { cause: error })
  }
  if (context.signal.aborted) return new RpcError(RPC_ERROR.MISC, 'The call was cancelled')
  logger.error('RPC method failed', { method: method.name, error: secrets ? describeQuietly(error) : error })
  return new RpcError(RPC_ERROR.INTERNAL, 'Internal error', { cause: error })
}

/**
 * Returns the text of rows that are produced while they are written. A failure before the first row is a normal error.
 */
async function encodeRowStream(
  { name, result: shape }: Method,
  result: unknown,
  { close, leave, failed }: { close(): void; leave(): void; failed(error: unknown): RpcError },
): Promise<TextStream> {
  const end = () => {
    close()
    leave()
  }
  try {
    const pieces = shape.encodeStream?.(result)
    if (pieces === undefined) throw new TypeError(`results of ${name} are not streamed`)
    return await openTextStream(pieces, { end, failed })
  } catch (error) {
    end()
    throw error
  }
}

/** Returns true if the result is too long to encode synchronously. */
function isLong(result: unknown): boolean {
  const rows = Array.isArray(result) ? result.length : result instanceof Map ? result.size : 0
  return rows > LONG_ROWS
}

/** Truncates the message: one that repeats a parameter may be as long as the parameter. */
function shortened(error: RpcError): RpcError {
  if (error.message.length <= MAX_MESSAGE_LENGTH) return error
  return new RpcError(error.code, `${error.message.slice(0, MAX_MESSAGE_LENGTH)}…`)
}

function parseParamsText(text: string): readonly JsonValue[] {
  let value: JsonValue
  try {
    value = parseJson(text)
  } catch (error) {
    if (error instanceof JsonParseError) throw new RpcError(RPC_ERROR.PARSE, 'Parse error', { cause: error })
    throw error
  }
  return checkParams(value)
}

/**
 * Returns the parameters as an array, for callers without named parameters.
 * @throws RpcError if the value is neither null nor an array
 */
export function checkParams(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value
  throw new RpcError(RPC_ERROR.INVALID_REQUEST, 'Params must be an array')
}
