/** Removes arguments from errors of methods that take secrets. */
import { RpcError } from '#shared/errors.ts'
import { type JsonValue, NumberLiteral } from '#shared/json.ts'
import { isHarmless } from '#shared/rpc/args.ts'
import type { Method } from '#shared/rpc/define.ts'

/** Shorter arguments are not redacted: they occur in ordinary words by chance. */
const MIN_LENGTH = 4
/** Stack frames to log: enough to locate the failure. */
const FRAMES = 6

/**
 * Returns the error, without its message if that repeats an argument: with misordered arguments a secret can be
 * anywhere. Messages defined in the contract never contain arguments.
 */
export function withoutGiven(error: RpcError, method: Method, params: readonly JsonValue[]): RpcError {
  const { code, message } = error
  if (method.errors.some((known) => known.message === message)) return error
  if (!params.some((value, index) => !isHarmless(value, method.params[index]) && repeats(message, value))) return error
  return new RpcError(
    code,
    `A parameter of ${method.name} is wrong; its value is not shown, because it may be a secret`,
  )
}

function repeats(message: string, value: JsonValue): boolean {
  if (typeof value === 'string') return value.length >= MIN_LENGTH && message.includes(value)
  if (value instanceof NumberLiteral) return repeats(message, value.text)
  if (Array.isArray(value)) return value.some((item) => repeats(message, item))
  // Member names are defined in the contract, and messages may contain them.
  return value instanceof Map && [...value.values()].some((member) => repeats(message, member))
}

/**
 * Describes the type and place of an error without its message: messages of JavaScript quote the data being processed.
 */
export function describeQuietly(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [error.name, ...frames.slice(0, FRAMES).map((line) => line.trim())].join(' ')
}
