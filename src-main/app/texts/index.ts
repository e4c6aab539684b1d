/**
 * texts: texts that the app itself shows to users, in its languages.
 *
 * Purpose: prompts, notices, system notifications, tray, menus, dialogs, and the terminal of browser mode, each from
 * the JSON file of its language. The page can only choose among these languages.
 *
 * Non-goals: the page's own texts (src-renderer/i18n), texts of the node (`#shared/sentences`), and errors of calls,
 * which are English and translated by the page.
 *
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

/** Returns the text of a key in one language, and the number format of that language. */
export interface AppText {
  (key: AppTextKey, values?: TextValues): string
  figures(): Figures
}

/** @param language language, or a function that is called for each text if the language can change */
export function appText(language: Language | (() => Language)): AppText {
  const now = typeof language === 'function' ? language : () => language
  const text = (key: AppTextKey, values?: TextValues) => createText<AppTextKey>(TEXTS[now()], now())(key, values)
  return Object.assign(text, { figures: () => figuresIn(now()) })
}

export { appLanguage, type LanguageSource, systemLanguages } from './appLanguage.ts'
export { saidText, translateNodeText, warningText } from './nodeTexts.ts'
