import { type Language, pickLanguage } from '#shared/languages.ts'
import { parseLocales } from '#shared/systemLocale.ts'

/** Where the language comes from. */
export interface LanguageSource {
  /** what the window's settings said last; null: nothing yet */
  readonly language: Language | null
}

/** The language of the app's own texts: the one that the window shows, else the first of the system's that is here. */
export const appLanguage = ({ language }: LanguageSource, system: readonly string[]): Language =>
  pickLanguage(language ?? 'system', system)

/** The system's languages as programs of a terminal know them, best first: "de_AT.UTF-8" is "de-AT". */
export function systemLanguages(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const { LANGUAGE, LC_ALL, LC_MESSAGES, LANG } = env
  const locale = [LC_ALL, LC_MESSAGES, LANG].find((value) => value !== undefined && value !== '') ?? ''
  // Without a locale the list counts for nothing, as in gettext.
  const list = /^(C|POSIX)?(\..*)?$/.test(locale) ? [] : [...(LANGUAGE ?? '').split(':'), locale]
  return parseLocales(list)
}
