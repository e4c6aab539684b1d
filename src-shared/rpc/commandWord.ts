/** Converts one parameter from and to an argument of a command line or of the console. */
import { type JsonValue, parseJson, stringifyJson } from '../json.ts'
import type { AnyParam } from './param.ts'

/**
 * Returns the JSON value of an argument for this parameter.
 * @throws JsonParseError if the argument must be JSON and cannot be parsed
 */
export function parseWord({ traits: { cli } }: AnyParam, word: string): JsonValue {
  return cli === 'json' || (cli === 'text' && beginsLikeJson(word)) ? parseJson(word) : word
}

/** Returns a JSON value as an argument for this parameter. Without a parameter, strings are not quoted. */
export function spellWord(param: AnyParam | undefined, value: JsonValue): string {
  const cli = param?.traits.cli
  const isBare = typeof value === 'string' && cli !== 'json' && !(cli === 'text' && beginsLikeJson(value))
  return isBare ? value : stringifyJson(value)
}

const beginsLikeJson = (word: string) => /^\s*[{["]/.test(word)
