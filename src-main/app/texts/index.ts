/**
 * texts: what the app itself says to a person, in its languages.
 *
 * Purpose: questions, notices, system notifications, tray, menus and dialogs, and the terminal of the browser mode, each
 * from the JSON file of its language. Whatever the page says, it can only choose among these languages.
 * Non-goals: the page's own texts (src-renderer/i18n), what the node says (`#shared/sentences`), and errors of calls, which
 * are English and which the page translates.
 * Thread: the app's own; pure.
 */
import { type Figures, figuresIn } from '#shared/figures.ts'
import type { Language } from '#shared/languages.ts'
import { createText, type TextValues } from '#shared/sentences/createText.ts'
import type { SentenceTexts, TextKeyOf } from '#shared/sentences/sentence.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }

const TEXTS: Readonly<Record<Language, SentenceTexts>> = { en, de, es }

export type AppTextKey = TextKeyOf<typeof en>

/** The text of a key in one language, and its figures. */
export interface AppText {
  (key: AppTextKey, values?: TextValues): string
  figures(): Figures
}

/** @param language asked for each text where it may change */
export function appText(language: Language | (() => Language)): AppText {
  const now = typeof language === 'function' ? language : () => language
  const text = (key: AppTextKey, values?: TextValues) => createText<AppTextKey>(TEXTS[now()], now())(key, values)
  return Object.assign(text, { figures: () => figuresIn(now()) })
}

export { appLanguage, type LanguageSource, systemLanguages } from './appLanguage.ts'
export { saidText, warningText } from './nodeTexts.ts'
