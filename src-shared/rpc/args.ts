/** Parameters on their way in: from JSON (server), from words (command line, console) and from names (typed client). */
import { RPC_ERROR, RpcError } from '../errors.ts'
import { type Encodable, JsonParseError, type JsonValue, NumberLiteral, parseJson, stringifyJson } from '../json.ts'
import { parseWord } from './commandWord.ts'
import { checkType } from './convert.ts'
import type { Method } from './define.ts'
import { wrongCountText } from './help.ts'
import { findMethod, type MethodInput, type MethodName, methods } from './index.ts'
import type { AnyParam, ConversionContext } from './param.ts'

const NO_PARAMS: Readonly<Record<string, unknown>> = Object.freeze({})

/** Longest text of all parameters of a call together, in UTF-16 units: handlers work their parameters off in one go. */
const MAX_PARAMS_TEXT = 1_000_000
/** What a value counts beside its text. */
const VALUE_UNITS = 8

/** What is left of so many UTF-16 units after a value. */
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

function checkLength({ maxText = MAX_PARAMS_TEXT }: Method, values: readonly JsonValue[]): void {
  let room = maxText
  for (const value of values) room = roomAfter(value, room)
  if (room >= 0) return
  throw new RpcError(RPC_ERROR.INVALID_PARAMETER, `The parameters are longer than ${maxText} characters`)
}

/**
 * Positional JSON values to the object that a handler gets. As on the reference the count is looked at first, then the
 * JSON types of the parameters that have a type check, then each value.
 *
 * @throws RpcError with the reference's code and text; a wrong count answers with the method's help
 */
export function parseParams(
  method: Method,
  values: readonly JsonValue[],
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

/** JSON text of the positional parameters of a typed call. Defaults fill the places before the last one given. */
export function encodeParams<N extends MethodName>(name: N, input: MethodInput<N>): string {
  return encodeInput(methods[name], input)
}

/** The same for a method of any contract. */
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

/** A word cannot be turned into the JSON that the method wants. */
export class WordError extends Error {
  override readonly name = 'WordError'
}

/**
 * Whether a parameter of the method is a secret. Then no text may repeat any parameter: words in the wrong order put
 * the secret elsewhere.
 */
export const takesSecrets = (method: Method | undefined) =>
  method?.params.some((param) => param.traits.secret === true) ?? false

/**
 * JSON text of the parameters that stand on a command line. Which words are JSON and which are strings is the contract's
 * to say (rpc.md §2); words of a method that is not in it are strings.
 *
 * @throws WordError
 */
export function paramsOfWords(methodName: string, words: readonly string[]): string {
  const method = findMethod(methodName)
  const secrets = takesSecrets(method)
  const values = words.map((word, index) => {
    const param = method?.params[index]
    if (param === undefined || (secrets && word === HIDDEN)) return word
    try {
      return parseWord(param, word)
    } catch (error) {
      if (!(error instanceof JsonParseError)) throw error
      const wanted = `Error parsing JSON: parameter ${index + 1} of ${methodName} is ${param.name} (${param.traits.kind})`
      if (secrets) throw new WordError(`${wanted}; what was given is not repeated, it may be a secret`)
      throw new WordError(`${wanted}, and "${shortened(word)}" is none`)
    }
  })
  return stringifyJson(values)
}

const shortened = (word: string) => (word.length > 60 ? `${word.slice(0, 60)}…` : word)

/** Shown instead of a secret. */
export const HIDDEN = '(hidden)'

/** Parameters as a history may store them: of a method that takes secrets only those that cannot be one. */
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

/** Cannot be a key, phrase or passphrase: null, a boolean, or a text that matches the pattern of its parameter. */
export function isHarmless(value: JsonValue, param: AnyParam | undefined): boolean {
  if (value === null || typeof value === 'boolean') return true
  if (param === undefined || param.traits.secret) return false
  const { pattern } = param.traits.schema
  if (typeof value === 'string') return typeof pattern === 'string' && new RegExp(pattern).test(value)
  return Array.isArray(value) && value.length === 0
}
