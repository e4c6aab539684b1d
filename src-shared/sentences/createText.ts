import { figuresIn } from '../figures.ts'
import type { Language } from '../languages.ts'
import { type SentenceTexts, sentenceText } from './sentence.ts'

/** What fills the places of a text, numbers as figures of the language; `count` chooses the form of a plural. */
export type TextValues = Readonly<Record<string, string | number | bigint>>

/**
 * Reads texts of one language by their keys.
 * @throws Error (the function) for a key that is not there, or a value that the text needs and does not get
 */
export function createText<Key extends string>(
  texts: SentenceTexts,
  language: Language,
): (key: Key, values?: TextValues) => string {
  const { whole } = figuresIn(language)
  return (key, values = {}) => {
    const shown = new Map(Object.entries(values).map(([name, value]) => [name, String(value)]))
    const show = (name: string, text: string) => (typeof values[name] === 'string' ? text : whole(text))
    const text = sentenceText(texts, language, { key, values: shown }, show)
    if (text === undefined) throw new Error(`no text for ${key} in ${language}`)
    return text
  }
}
