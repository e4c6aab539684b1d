import { figuresIn } from '../figures.ts'
import type { Language } from '../languages.ts'
import { type SentenceTexts, sentenceText } from './sentence.ts'

/**
 * Values for the placeholders of a text. Numbers are formatted in the language, and `count` selects the plural form.
 */
export type TextValues = Readonly<Record<string, string | number | bigint>>

/**
 * Creates a function that returns texts of one language by their keys.
 * @throws Error (the returned function) for an unknown key, or if a required value is missing
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
