import { recogniseError, type Sentence, type SentenceTexts, sentenceText } from '#shared/sentences/sentence.ts'
import { i18n, shownLanguage } from './texts.ts'

/**
 * What the node says, in the language that is shown. Like `t` it is called while rendering.
 * @param english the same as the node wrote it, for English and for a sentence that is not known here
 */
export function nodeText(sentences: readonly Sentence[], english: string): string {
  const language = shownLanguage()
  if (language === 'en') return english
  const texts = i18n.getResourceBundle(language, 'node') as SentenceTexts | undefined
  const said = texts ? sentences.map((sentence) => sentenceText(texts, language, sentence)) : []
  return said.length === 0 || said.includes(undefined) ? english : said.join(' ')
}

/** A message of an error, in the language that is shown where it is one that people meet; else as it is. */
export function nodeError(message: string): string {
  const english = i18n.getResourceBundle('en', 'node') as
    | { readonly error: Readonly<Record<string, string>> }
    | undefined
  const sentence = english && shownLanguage() !== 'en' ? recogniseError(english.error, message) : undefined
  return sentence ? nodeText([sentence], message) : message
}
