import { type Language, pickLanguage } from '#shared/languages.ts'
import { parseLocales } from '#shared/systemLocale.ts'

export interface LanguageSource {
  /** language in the app settings, or null if not set */
  readonly language: Language | null
}

/**
 * Returns the language of the app's own texts: the one set in the window, or else the first supported language of the
 * system.
 */
export const appLanguage = ({ language }: LanguageSource, system: readonly string[]): Language =>
  pickLanguage(language ?? 'system', system)

/**
 * Returns the system's languages from the environment variables of a terminal, preferred first: "de_AT.UTF-8" becomes
 * "de-AT".
 */
export function systemLanguages(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const { LANGUAGE, LC_ALL, LC_MESSAGES, LANG } = env
  const locale = [LC_ALL, LC_MESSAGES, LANG].find((value) => value !== undefined && value !== '') ?? ''
  // Without a locale, LANGUAGE is ignored, as in gettext.
  const list = /^(C|POSIX)?(\..*)?$/.test(locale) ? [] : [...(LANGUAGE ?? '').split(':'), locale]
  return parseLocales(list)
}
