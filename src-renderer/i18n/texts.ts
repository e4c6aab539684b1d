import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { figuresIn } from '#shared/figures.ts'
import type { Language } from '#shared/languages.ts'
import { parseLocales } from '#shared/systemLocale.ts'
import { catalogue, type Namespace, type TextKey } from './catalogue.ts'
import frame from './en/frame.json'
import home from './en/home.json'
import parts from './en/parts.json'
import start from './en/start.json'
import tasks from './en/tasks.json'
import ui from './en/ui.json'

/**
 * English texts of the frame, the shared components and the home page are part of the main bundle; all others are
 * loaded on demand.
 */
const bundled = { ui, start, frame, parts, tasks, home }

/** Parts loaded so far. A new language is shown only after all parts are loaded in it. */
const wanted = new Set<Namespace>([...(Object.keys(bundled) as Namespace[]), 'node'])

export const i18n = createInstance()
void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: bundled },
  defaultNS: 'ui',
  // The texts are bundled, so initialisation need not be asynchronous.
  initAsync: false,
  // The whole window is remounted instead, see app/LanguageGate.tsx.
  react: { bindI18n: false, useSuspense: false },
  // React escapes values itself.
  interpolation: { escapeValue: false },
})

// `{{count, number}}` formats numbers like all others of this window.
i18n.services.formatter?.add('number', (value: unknown, language) =>
  figuresIn(language as Language).decimal(Number(value), { least: 0, most: 3 }),
)

const fixed = i18n.getFixedT(null, Object.keys(catalogue.en))

/**
 * Returns the text of a key in the current language: `t('chains:create.title')`. Call it while rendering or in a
 * handler, never while a module loads: the texts may not be loaded yet. The language may also change later, which
 * remounts the whole window (see app/LanguageGate.tsx).
 */
export const t: TextOf = (key, values = {}) => fixed(key, values)

/** @param values values of the text's placeholders; `count` selects the plural. A test compares them with the text. */
export type TextOf = (key: TextKey, values?: Readonly<Record<string, unknown>>) => string

/** Returns true if a key computed from data has a text. Its part of the catalogue must be loaded. */
export const hasText = (key: string): boolean => i18n.exists(key)

export const shownLanguage = (): Language => i18n.language as Language

/**
 * Returns the locale for dates and times: the system's regional variant of the current language, such as "en-GB", if
 * the system prefers that language. Otherwise returns the language itself.
 */
export const shownLocale = (): string =>
  parseLocales(navigator.languages).find((tag) => tag.split('-')[0] === shownLanguage()) ?? shownLanguage()

async function load(language: Language, name: Namespace): Promise<void> {
  // English texts are needed to recognise the node's errors.
  if (name === 'node' && language !== 'en') await load('en', name)
  if (i18n.hasResourceBundle(language, name)) return
  const texts = await catalogue[language][name]()
  i18n.addResourceBundle(language, name, texts.default)
}

/** Loads parts of the catalogue in the current language. Rejects if a file cannot be fetched. */
export async function loadTexts(...names: readonly Namespace[]): Promise<void> {
  for (const name of names) wanted.add(name)
  let language: Language
  // The language may change while the files load.
  do {
    language = shownLanguage()
    await Promise.all(names.map((name) => load(language, name)))
  } while (language !== shownLanguage())
}

let asked: Language = 'en'

/** Switches to another language after loading its texts. If called several times, the last call wins. */
export async function showLanguage(language: Language): Promise<void> {
  asked = language
  await Promise.all([...wanted].map((name) => load(language, name)))
  if (asked === language && language !== shownLanguage()) await i18n.changeLanguage(language)
}

/** Returns a loader that fetches a page or dialog together with its texts, for lazy routes and `onDemand`. */
export function withTexts<Module>(names: readonly Namespace[], fetch: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    const [module] = await Promise.all([fetch(), loadTexts(...names)])
    return module
  }
}
