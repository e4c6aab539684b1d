import { parseLocales } from './systemLocale.ts'

/** Languages of the app, by BCP 47 tag. The other languages are checked against English. */
export const languages = ['en', 'de', 'es'] as const

export type Language = (typeof languages)[number]

/** Language setting: a fixed language, or that of the system. */
export type LanguageChoice = 'system' | Language

/** Each language has its own name, so that users can leave a language that they cannot read. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', es: 'Español' }

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/**
 * Returns the language to show. For `system`, returns the first supported language among the system's preferred locales
 * ("de-AT", best first), or English if none is supported.
 */
export function pickLanguage(choice: LanguageChoice, system: readonly string[]): Language {
  if (choice !== 'system') return choice
  return (
    parseLocales(system)
      .map((tag) => tag.split('-')[0])
      .find(isLanguage) ?? 'en'
  )
}
