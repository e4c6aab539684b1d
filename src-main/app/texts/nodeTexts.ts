/** Translates texts of the node and the chain manager in prompts. */
import type { Language } from '#shared/languages.ts'
import de from '#shared/sentences/de.json' with { type: 'json' }
import en from '#shared/sentences/en.json' with { type: 'json' }
import es from '#shared/sentences/es.json' with { type: 'json' }
import { recogniseText, type Sentence, type SentenceTexts, shownSentence } from '#shared/sentences/sentence.ts'

const TEXTS: Readonly<Record<Language, SentenceTexts>> = { en, de, es }

/** @param english the original text, used if a sentence is unknown */
export function saidText(language: Language, sentences: readonly Sentence[], english: string): string {
  const said = sentences.map((sentence) => shownSentence(TEXTS[language], language, sentence))
  return said.length === 0 || said.includes(undefined) ? english : said.join(' ')
}

function translate(language: Language, parts: readonly string[], english: string): string {
  const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = en
  const found = parts.map((part) => recogniseText(part, texts[part] ?? {}, english))
  const sentence = found.find((each) => each !== undefined)
  return sentence === undefined ? english : saidText(language, [sentence], english)
}

/** Translates a warning about a chain or its settings, which RPC callers get in English. */
export const warningText = (language: Language, warning: string): string => translate(language, ['chain'], warning)

/** Translates a sentence about an old node, its wallet or its conf file; unknown ones stay English. */
export const translateNodeText = (language: Language, english: string): string =>
  translate(language, ['moveIn', 'chain', 'start'], english)
