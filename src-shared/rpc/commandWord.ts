/** One parameter as a word of a command line or of the console. */
import { type JsonValue, parseJson, stringifyJson } from '../json.ts'
import type { AnyParam } from './param.ts'

/**
 * Returns the JSON value that a word stands for as this parameter.
 * @throws JsonParseError if it has to be JSON and cannot be parsed
 */
export function parseWord({ traits: { cli } }: AnyParam, word: string): JsonValue {
  return cli === 'json' || (cli === 'text' && beginsLikeJson(word)) ? parseJson(word) : word
}

/** Returns the word that stands for a JSON value as this parameter; without a parameter texts are bare. */
export function spellWord(param: AnyParam | undefined, value: JsonValue): string {
  const cli = param?.traits.cli
  const isBare = typeof value === 'string' && cli !== 'json' && !(cli === 'text' && beginsLikeJson(value))
  return isBare ? value : stringifyJson(value)
}

const beginsLikeJson = (word: string) => /^\s*[{["]/.test(word)
