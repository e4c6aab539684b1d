/** What an error of a method that takes secrets may reveal. */
import { RpcError } from '#shared/errors.ts'
import { type JsonValue, NumberLiteral } from '#shared/json.ts'
import { isHarmless } from '#shared/rpc/args.ts'
import type { Method } from '#shared/rpc/define.ts'

/** Shorter texts stand in ordinary words by chance. */
const SHORTEST = 4
/** Enough to see where it happened. */
const FRAMES = 6

/**
 * The error itself, or one without its text where that repeats something that was given: words in the wrong order put a
 * secret in any place. Texts that the contract has hold nothing that was given.
 */
export function withoutGiven(error: RpcError, method: Method, params: readonly JsonValue[]): RpcError {
  const { code, message } = error
  if (method.errors.some((known) => known.message === message)) return error
  if (!params.some((value, index) => !isHarmless(value, method.params[index]) && repeats(message, value))) return error
  return new RpcError(
    code,
    `A parameter of ${method.name} is wrong; what was given is not repeated, it may be a secret`,
  )
}

function repeats(message: string, value: JsonValue): boolean {
  if (typeof value === 'string') return value.length >= SHORTEST && message.includes(value)
  if (value instanceof NumberLiteral) return repeats(message, value.text)
  if (Array.isArray(value)) return value.some((item) => repeats(message, item))
  // Names of members are the contract's, and texts may say which is wrong.
  return value instanceof Map && [...value.values()].some((member) => repeats(message, member))
}

/** What went wrong and where, without the messages: those of JavaScript quote what was worked on. */
export function describeQuietly(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [error.name, ...frames.slice(0, FRAMES).map((line) => line.trim())].join(' ')
}
