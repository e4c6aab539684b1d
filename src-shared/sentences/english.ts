import en from './en.json' with { type: 'json' }
import { type Phrase, type Sentence, sentenceText } from './sentence.ts'

/**
 * Returns the English text that RPC sends together with the sentence.
 * @throws Error if the key has no text or a required value is missing
 */
export function englishText(sentence: Sentence | Phrase): string {
  const text = sentenceText(en, 'en', sentence)
  if (text === undefined) throw new Error(`no text for ${sentence.key}`)
  return text
}
