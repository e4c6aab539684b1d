/**
 * Parameters by name: the names that callers may use, and `name=value` arguments of a command line. Names are those of
 * the contract, or those of Bitcoin Core for the same parameter. Case and punctuation do not count.
 */
import { closest } from '../closest.ts'
import { RPC_ERROR, RpcError } from '../errors.ts'
import { type Encodable, type JsonValue, stringifyJson } from '../json.ts'
import { convertWord, takesSecrets, toParamsText } from './args.ts'
import type { Method } from './define.ts'
import { findMethod } from './index.ts'

/** Names in Bitcoin Core that differ from those of the contract, by method: each with the contract's name. */
export const BITCOIN_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  disconnectnode: { address: 'node' },
  dumpprivkey: { address: 't-addr' },
  generate: { nblocks: 'numblocks' },
  getblock: { blockhash: 'hash|height', verbose: 'verbosity' },
  getblockhash: { height: 'index' },
  getblockheader: { blockhash: 'hash' },
  getnetworkhashps: { nblocks: 'blocks' },
  getnewaddress: { label: 'account' },
  getrawtransaction: { verbosity: 'verbose' },
  getreceivedbyaddress: { address: 'komodoaddress' },
  importprivkey: { privkey: 'komodoprivkey' },
  invalidateblock: { blockhash: 'hash' },
  listtransactions: { label: 'account', skip: 'from' },
  reconsiderblock: { blockhash: 'hash' },
  setban: { subnet: 'ip(/netmask)' },
  signmessage: { address: 't-addr' },
  validateaddress: { address: 'komodoaddress' },
  verifychain: { nblocks: 'numblocks' },
  verifymessage: { address: 't-addr' },
}

/** Returns the names in a parameter's name in the contract: both of `hash|height`, without a remark in parentheses. */
const contractNames = (name: string) => name.replace(/\(.*\)$/, '').split('|')

const normalized = (name: string) => name.replaceAll(/[\W_]/g, '').toLowerCase()

/** Returns the position of the parameter with this name, or undefined if the method has none. */
export function findParameter(method: Method, name: string): number | undefined {
  const wanted = normalized(name)
  const isOwn = (own: string) => [own, ...contractNames(own)].some((each) => normalized(each) === wanted)
  const index = method.params.findIndex((param) => isOwn(param.name))
  if (index >= 0) return index
  const alias = Object.entries(BITCOIN_NAMES[method.name] ?? {}).find(([each]) => normalized(each) === wanted)?.[1]
  const aliased = method.params.findIndex((param) => param.name === alias)
  return aliased >= 0 ? aliased : undefined
}

const invalidParameter = (message: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, message)

/**
 * Returns the error for an unknown name, with a suggestion on a second line. For a method that takes secrets the name
 * is not repeated, because it could be a part of one.
 */
function unknownNameError(method: Method, name: string): RpcError {
  const names = method.params.flatMap((param) => contractNames(param.name))
  const like = closest(name, names)
  const list = names.length === 0 ? `${method.name} has no parameters` : `Parameters: ${names.join(', ')}`
  const shown = takesSecrets(method) ? '(not shown, because it may be a secret)' : name
  return invalidParameter(
    `Unknown named parameter ${shown}\n${like === undefined ? list : `Did you mean ${like}? ${list}`}`,
  )
}

/**
 * Returns the JSON text of command-line arguments. Any of the arguments may be `name=value`. As in Bitcoin Core's client,
 * arguments without "=" take the first positions, and of equal names the last one counts.
 *
 * The text is an array, which every server accepts: omitted parameters between others have their defaults. If one of
 * them has no default, the text is an object, which only servers with named parameters accept.
 *
 * @throws RpcError if method or name is unknown, or a parameter is missing or given twice; WordError if a value is not the JSON
 *   that the method requires
 */
export function toNamedParamsText(methodName: string, words: readonly string[]): string {
  if (!words.some((word) => word.includes('='))) return toParamsText(methodName, words)
  const method = findMethod(methodName)
  if (method === undefined) throw new RpcError(RPC_ERROR.METHOD_NOT_FOUND, 'Method not found')
  const positional = words.filter((word) => !word.includes('='))
  const values: (JsonValue | undefined)[] = positional.map((word, index) => convertWord(methodName, index, word))
  for (const [index, word] of readNamed(method, words)) {
    if (index < positional.length) {
      throw invalidParameter(
        `Parameter ${method.params[index]!.name} specified twice both as positional and named argument`,
      )
    }
    values[index] = convertWord(methodName, index, word)
  }
  const missing = method.params.find((_, index) => index < method.leastParams && values[index] === undefined)
  if (missing !== undefined) throw invalidParameter(`Missing named parameter ${missing.name}`)
  return stringifyJson(fillGaps(method, values) ?? toMembers(method, values))
}

/** Returns the values of `name=value` arguments by position. */
function readNamed(method: Method, words: readonly string[]): Map<number, string> {
  const named = new Map<number, string>()
  for (const word of words) {
    const equals = word.indexOf('=')
    if (equals < 0) continue
    const name = word.slice(0, equals)
    const index = findParameter(method, name)
    if (index === undefined) throw unknownNameError(method, name)
    named.set(index, word.slice(equals + 1))
  }
  return named
}

/** Fills gaps with defaults. Returns undefined if a parameter in a gap has none. */
function fillGaps(method: Method, values: readonly (JsonValue | undefined)[]): Encodable[] | undefined {
  // Unlike map, from visits the holes of a sparse array.
  const filled = Array.from(values, (value, index) => {
    if (value !== undefined) return value
    const { traits } = method.params[index]!
    const fallback = traits.fallback as Encodable | undefined
    if (fallback === undefined) return traits.nullable ? null : undefined
    return traits.fromInput?.(fallback) ?? fallback
  })
  return filled.includes(undefined) ? undefined : (filled as Encodable[])
}

function toMembers(method: Method, values: readonly (JsonValue | undefined)[]): Encodable {
  const given = method.params.flatMap((param, index) => {
    const value = values[index]
    return value === undefined ? [] : [[param.name, value] as const]
  })
  return Object.fromEntries(given)
}
