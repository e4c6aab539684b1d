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

/** English of the frame, of what all pages share and of the first page is part of the main bundle; everything else is loaded on demand. */
const bundled = { ui, start, frame, parts, tasks, home }

/** What the window has loaded: all of it must be there in the next language before that one is shown. */
const wanted = new Set<Namespace>([...(Object.keys(bundled) as Namespace[]), 'node'])

export const i18n = createInstance()
void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: bundled },
  defaultNS: 'ui',
  // The texts are here already: nothing to wait for.
  initAsync: false,
  // The window is rendered anew as a whole, see app/LanguageGate.tsx.
  react: { bindI18n: false, useSuspense: false },
  // React escapes.
  interpolation: { escapeValue: false },
})

// `{{count, number}}`: as all figures of this window are written.
i18n.services.formatter?.add('number', (value: unknown, language) =>
  figuresIn(language as Language).decimal(Number(value), { least: 0, most: 3 }),
)

const fixed = i18n.getFixedT(null, Object.keys(catalogue.en))

/**
 * The text of a key in the language that is shown: `t('chains:create.title')`. Call it while rendering or in a handler,
 * never when a module is loaded: its texts may not be there yet, and the language may change (the whole window is then
 * rendered anew, see app/LanguageGate.tsx).
 */
export const t: TextOf = (key, values = {}) => fixed(key, values)

/** @param values what stands in the places of the text; `count` chooses the plural. A test compares them with the text. */
export type TextOf = (key: TextKey, values?: Readonly<Record<string, unknown>>) => string

/** Whether there is a text of a key that is made of data. Its part of the catalogue must be loaded. */
export const hasText = (key: string): boolean => i18n.exists(key)

/** The language that is shown. */
export const shownLanguage = (): Language => i18n.language as Language

/** The same as the user's system has it, where it prefers that language: days and hours are written as in "en-GB". */
export const shownLocale = (): string =>
  parseLocales(navigator.languages).find((tag) => tag.split('-')[0] === shownLanguage()) ?? shownLanguage()

async function load(language: Language, name: Namespace): Promise<void> {
  // The node's errors are recognised by their English.
  if (name === 'node' && language !== 'en') await load('en', name)
  if (i18n.hasResourceBundle(language, name)) return
  const texts = await catalogue[language][name]()
  i18n.addResourceBundle(language, name, texts.default)
}

/** Loads a part of the catalogue in the language that is shown. Rejects if the file cannot be fetched. */
export async function loadTexts(...names: readonly Namespace[]): Promise<void> {
  for (const name of names) wanted.add(name)
  let language: Language
  // It may change meanwhile.
  do {
    language = shownLanguage()
    await Promise.all(names.map((name) => load(language, name)))
  } while (language !== shownLanguage())
}

let asked: Language = 'en'

/** Shows another language, once its texts are here. Of several that are asked for, the last one. */
export async function showLanguage(language: Language): Promise<void> {
  asked = language
  await Promise.all([...wanted].map((name) => load(language, name)))
  if (asked === language && language !== shownLanguage()) await i18n.changeLanguage(language)
}

/** Fetches a page (or a dialog) together with its texts: for lazy routes and `onDemand`. */
export function withTexts<Module>(names: readonly Namespace[], fetch: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    const [module] = await Promise.all([fetch(), loadTexts(...names)])
    return module
  }
}
