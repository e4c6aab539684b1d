/** Fixed texts of the app's own windows; the texts of a prompt come with its content. */
import type { Language } from '#shared/languages.ts'
import { createText, type TextValues } from '#shared/sentences/createText.ts'
import type { SentenceTexts, TextKeyOf } from '#shared/sentences/sentence.ts'
import de from './texts/de.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }
import es from './texts/es.json' with { type: 'json' }

const TEXTS: Readonly<Record<Language, SentenceTexts>> = { en, de, es }

export type PromptText = (key: TextKeyOf<typeof en>, values?: TextValues) => string

export const promptText = (language: Language): PromptText => createText(TEXTS[language], language)
