import en from './en.json' with { type: 'json' }
import { type Phrase, type Sentence, sentenceText } from './sentence.ts'

/** What goes out over RPC beside the sentence. @throws Error for a key that has no text, or needs a value that is missing */
export function englishText(sentence: Sentence | Phrase): string {
  const text = sentenceText(en, 'en', sentence)
  if (text === undefined) throw new Error(`no text for ${sentence.key}`)
  return text
}
