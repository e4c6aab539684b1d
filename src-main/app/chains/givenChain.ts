/** Parses the chain input of a window or the clipboard: size-checked, but not validated. */
import { MAX_SHARE_TEXT, type ReadChain, readShareText } from '#shared/chains/shareText.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject, JsonValue } from '#shared/json.ts'
import type { ChainParams } from '../../node/index.ts'
import { MAX_OPTION_LENGTH, MAX_OPTIONS, MAX_PEERS } from './chainList.ts'

/** Options and peers that are not validated yet. */
export interface ParsedChainInput extends ReadChain {
  readonly pasted: boolean
}

/** A chain with valid parameters. */
export interface KnownChain {
  readonly params: ChainParams
  /** normalised options */
  readonly options: readonly string[]
  /** 8 hex digits */
  readonly magic: string
}

/**
 * Parses the `{ text }` or `{ options, peers }` of a call.
 * @throws RpcError if both are missing or the input is too large
 */
export function givenChain(input: JsonObject): ParsedChainInput {
  const text = input.get('text')
  if (text !== undefined) {
    if (typeof text !== 'string') throw rpcError('text: expected a string')
    if (text.length > MAX_SHARE_TEXT) throw rpcError(`text: expected at most ${MAX_SHARE_TEXT} characters`)
    return { ...readShareText(text), pasted: true }
  }
  return {
    options: strings('options', input.get('options'), MAX_OPTIONS).map((word) => word.replace(/^--/, '-')),
    peers: input.get('peers') === undefined ? [] : strings('peers', input.get('peers'), MAX_PEERS),
    ignored: [],
    check: null,
    pasted: false,
  }
}

function strings(name: string, value: JsonValue | undefined, max: number): readonly string[] {
  const fits = (word: JsonValue): word is string => typeof word === 'string' && word.length <= MAX_OPTION_LENGTH
  if (Array.isArray(value) && value.length <= max && value.every(fits)) return value
  throw rpcError(`${name}: expected a list of at most ${max} words`)
}

const rpcError = (message: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, message)

/** Splits an option into name and value. The name is empty if the argument is not an option. */
export function optionParts(word: string): { readonly key: string; readonly value: string } {
  const match = /^--?([A-Za-z][A-Za-z0-9_]{0,60})(?:=([\s\S]*))?$/.exec(word)
  return { key: match?.[1] ?? '', value: match?.[2] ?? '' }
}
