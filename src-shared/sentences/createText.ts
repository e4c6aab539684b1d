import { type SentenceTexts, sentenceText } from './sentence.ts'

/** What fills the places of a text; `count` chooses the form of a plural. */
export type TextValues = Readonly<Record<string, string | number | bigint>>

/**
 * Reads texts of one language by their keys.
 * @param language a BCP 47 tag
 * @throws Error (the function) for a key that is not there, or a value that the text needs and does not get
 */
export function createText<Key extends string>(
  texts: SentenceTexts,
  language: string,
): (key: Key, values?: TextValues) => string {
  return (key, values = {}) => {
    const shown = new Map(Object.entries(values).map(([name, value]) => [name, String(value)]))
    const text = sentenceText(texts, language, { key, values: shown })
    if (text === undefined) throw new Error(`no text for ${key} in ${language}`)
    return text
  }
}
