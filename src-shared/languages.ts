import { parseLocales } from './systemLocale.ts'

/** The languages of the app, by their BCP 47 tags. English is the one that the others are checked against. */
export const languages = ['en', 'de', 'es'] as const

export type Language = (typeof languages)[number]

/** What the settings store: a language, or that of the system. */
export type LanguageChoice = 'system' | Language

/** Each under its own name, so that anyone finds the way back from a language he cannot read. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', es: 'Español' }

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/**
 * Returns the language to show. `system` has the locales that the user's system prefers, as it reports them, best first
 * ("de-AT"): the first one whose language is here is taken, English if none is.
 */
export function pickLanguage(choice: LanguageChoice, system: readonly string[]): Language {
  if (choice !== 'system') return choice
  return (
    parseLocales(system)
      .map((tag) => tag.split('-')[0])
      .find(isLanguage) ?? 'en'
  )
}
