/** Converts parameters: from JSON (server), from arguments (command line, console) and from names (typed client). */
import { RPC_ERROR, RpcError } from '../errors.ts'
import { type Encodable, JsonParseError, type JsonValue, NumberLiteral, parseJson, stringifyJson } from '../json.ts'
import { parseWord } from './commandWord.ts'
import { checkType } from './convert.ts'
import type { Method } from './define.ts'
import { wrongCountText } from './help.ts'
import { findMethod, type MethodInput, type MethodName, methods } from './index.ts'
import type { AnyParam, ConversionContext } from './param.ts'

const NO_PARAMS: Readonly<Record<string, unknown>> = Object.freeze({})

/**
 * Maximum length of all parameters of a call together, in UTF-16 code units, because handlers process their parameters
 * without a pause.
 */
const MAX_PARAMS_TEXT = 1_000_000
/** Length that each value adds to that of its text. */
const VALUE_UNITS = 8

/** Returns the length that remains of `room` UTF-16 code units after a value. */
function roomAfter(value: JsonValue, room: number): number {
  if (typeof value === 'string') return room - VALUE_UNITS - value.length
  if (value instanceof NumberLiteral) return room - VALUE_UNITS - value.text.length
  if (value === null || typeof value === 'boolean') return room - VALUE_UNITS
  let left = room - VALUE_UNITS
  if (value instanceof Map) {
    for (const [name, member] of value) {
      if (left < 0) break
      left = roomAfter(member, left - name.length)
    }
    return left
  }
  for (const item of value) {
    if (left < 0) break
    left = roomAfter(item, left)
  }
  return left
}

function checkLength({ maxText = MAX_PARAMS_TEXT }: Method, values: readonly (JsonValue | undefined)[]): void {
  let room = maxText
  for (const value of values) if (value !== undefined) room = roomAfter(value, room)
  if (room >= 0) return
  throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `The parameters are longer than ${maxText} characters`)
}

/**
 * Converts positional JSON values to the object that a handler receives. An undefined value is an omitted one. As on the
 * reference, the number of parameters is checked first. Next are the JSON types of parameters with a type check, then
 * each value.
 *
 * @throws RpcError with the reference's code and text; for a wrong number of parameters with the method's help
 */
export function parseParams(
  method: Method,
  values: readonly (JsonValue | undefined)[],
  context: ConversionContext,
): Readonly<Record<string, unknown>> {
  const { params } = method
  if (values.length > params.length || values.length < method.leastParams) {
    throw new RpcError(RPC_ERROR.MISC, wrongCountText(method))
  }
  if (params.length === 0) return NO_PARAMS
  checkLength(method, values)
  params.forEach((param, index) => {
    const value = values[index]
    const { type, nullable } = param.traits
    if (type !== undefined && value !== undefined && !(nullable && value === null)) checkType(value, type)
  })
  const parsed: Record<string, unknown> = {}
  params.forEach((param, index) => {
    parsed[param.name] = convertOne(param, values[index], context)
  })
  return parsed
}

function convertOne(param: AnyParam, value: JsonValue | undefined, context: ConversionContext): unknown {
  const { traits } = param
  if (value === undefined && param.presence === 'optional') return traits.fallback
  if (value === null && traits.nullable) return traits.fallback
  return traits.convert(value, context)
}

/**
 * Returns the JSON text of the positional parameters of a typed call. Defaults fill the positions before the last given
 * parameter.
 */
export function encodeParams<N extends MethodName>(name: N, input: MethodInput<N>): string {
  return encodeInput(methods[name], input)
}

/** Returns the JSON text of the positional parameters for a method of any contract. */
export function encodeInput(method: Method, input: object): string {
  const given = input as Readonly<Record<string, Encodable | undefined>>
  const values: Encodable[] = []
  let last = 0
  method.params.forEach((param, index) => {
    const value = given[param.name]
    if (value !== undefined) last = index + 1
    values.push(encodeOne(param, value ?? (param.traits.fallback as Encodable | undefined) ?? null))
  })
  return stringifyJson(values.slice(0, last))
}

function encodeOne(param: AnyParam, value: Encodable): Encodable {
  const { fromInput } = param.traits
  return fromInput === undefined || value === null ? value : fromInput(value)
}

/** Thrown if an argument cannot be converted to the JSON that the method requires. */
export class WordError extends Error {
  override readonly name = 'WordError'
}

/**
 * Returns true if a parameter of the method is a secret. Then no message may repeat any parameter, because with
 * misordered arguments the secret is at another position.
 */
export const takesSecrets = (method: Method | undefined) =>
  method?.params.some((param) => param.traits.secret === true) ?? false

/**
 * Returns the JSON text of command-line arguments. The contract defines which arguments are JSON and which are strings
 * (rpc.md §2). Arguments of unknown methods are strings.
 *
 * @throws WordError if an argument is not the JSON that the method requires
 */
export function toParamsText(methodName: string, words: readonly string[]): string {
  return stringifyJson(words.map((word, index) => convertWord(methodName, index, word)))
}

/**
 * Returns the JSON value of the argument for the parameter at `index`.
 * @throws WordError if the argument is not the JSON that the method requires
 */
export function convertWord(methodName: string, index: number, word: string): JsonValue {
  const method = findMethod(methodName)
  const secrets = takesSecrets(method)
  const param = method?.params[index]
  if (param === undefined || (secrets && word === HIDDEN)) return word
  try {
    return parseWord(param, word)
  } catch (error) {
    if (!(error instanceof JsonParseError)) throw error
    const wanted = `Error parsing JSON: ${methodName}: parameter ${index + 1} (${param.name}) must be ${param.traits.kind}`
    if (secrets) throw new WordError(`${wanted}; its value is not shown, because it may be a secret`)
    throw new WordError(`${wanted}, got "${shortened(word)}"`)
  }
}

const shortened = (word: string) => (word.length > 60 ? `${word.slice(0, 60)}…` : word)

/** Replacement text for a secret. */
export const HIDDEN = '(hidden)'

/**
 * Returns the parameters as a history may store them. For a method that takes secrets, every value that could be a
 * secret is replaced.
 */
export function redactParams(methodName: string, paramsText: string): string {
  const method = findMethod(methodName)
  if (method === undefined || !takesSecrets(method)) return paramsText
  let values: JsonValue
  try {
    values = parseJson(paramsText)
  } catch (error) {
    if (error instanceof JsonParseError) return HIDDEN
    throw error
  }
  if (!Array.isArray(values)) return HIDDEN
  const kept = values.map((value, index) => (isHarmless(value, method.params[index]) ? value : HIDDEN))
  return kept.includes(HIDDEN) ? stringifyJson(kept) : paramsText
}

/**
 * Returns true if the value cannot be a key, phrase or passphrase: null, a boolean, an empty array, or a text that
 * matches its parameter's pattern.
 */
export function isHarmless(value: JsonValue, param: AnyParam | undefined): boolean {
  if (value === null || typeof value === 'boolean') return true
  if (param === undefined || param.traits.secret) return false
  const { pattern } = param.traits.schema
  if (typeof value === 'string') return typeof pattern === 'string' && new RegExp(pattern).test(value)
  return Array.isArray(value) && value.length === 0
}
