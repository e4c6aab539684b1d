import { beforeAll, describe, expect, it } from 'vitest'
import { figuresIn } from '#shared/figures.ts'
import { type Language, languages, pickLanguage } from '#shared/languages.ts'
import { familiarTexts } from '#shared/sentences/testing/address.ts'
import {
  type FlatTexts,
  flatten,
  listPlaceholders,
  listValueNames,
  withoutForm,
} from '#shared/sentences/testing/flat.ts'
import { catalogue, type Namespace } from './catalogue.ts'
import { readSource, type Source } from './testing/sources.ts'

/** Files whose texts about contacts and wallets are in one separate part. */
const PEOPLE = /^(components\/(firstSteps|people)|features\/wallet\/(contacts|messages|receive\/request))\//

/** Returns the parts in the main bundle, and those loaded together with a file's page or layer. */
function partsFor(file: string): readonly string[] {
  if (file.startsWith('ui/')) return ['ui']
  if (file.startsWith('tasks/')) return ['ui', 'frame', 'parts', 'tasks']
  if (PEOPLE.test(file)) return ['ui', 'frame', 'start', 'parts', 'people']
  if (file.startsWith('features/market/')) return ['ui', 'frame', 'start', 'parts', 'market', 'trade', 'nft']
  if (file.startsWith('components/nft/')) return ['ui', 'frame', 'start', 'parts', 'nft']
  if (file.startsWith('components/market/')) return ['ui', 'frame', 'start', 'parts', 'market']
  if (file.startsWith('components/search/')) return ['ui', 'frame', 'palette']
  if (file === 'components/shortcuts.ts') return ['ui', 'shortcuts']
  const [, feature = ''] = /^features\/(\w+)\//.exec(file) ?? []
  const own = file.startsWith('app/')
    ? ['palette', 'shortcuts']
    : feature === 'wallet'
      ? ['wallet', 'backup']
      : [feature]
  return ['ui', 'frame', 'start', 'parts', ...own]
}

const regrouped = (language: Language, figure: string) => figuresIn(language).whole(figure.replace(/\D/g, ''))

const namespaces = Object.keys(catalogue.en) as Namespace[]
const texts = new Map<string, FlatTexts>()
const of = (language: string, name: string): FlatTexts => texts.get(`${language}/${name}`)!

beforeAll(async () => {
  for (const language of languages)
    for (const name of namespaces)
      texts.set(`${language}/${name}`, flatten((await catalogue[language][name]()).default))
})

describe('pickLanguage', () => {
  it('returns the chosen language, or the first available system language', () => {
    expect(pickLanguage('es', ['de'])).toBe('es')
    expect(pickLanguage('system', ['fr-CH', 'de-CH', 'en'])).toBe('de')
    expect(pickLanguage('system', ['fr'])).toBe('en')
  })
})

describe.each(namespaces)('texts of %s', (name) => {
  it.each(languages)('contain the same keys, values and tags in %s as in English', (language) => {
    const english = new Map([...of('en', name)].map(([key, text]) => [withoutForm(key), listPlaceholders(text)]))
    const here = [...of(language, name)]
    expect(new Set(here.map(([key]) => withoutForm(key)))).toEqual(new Set(english.keys()))
    // A text for "one" may omit the number.
    const other = here.filter(([key]) => !key.endsWith('_one'))
    expect(Object.fromEntries(other.map(([key, text]) => [withoutForm(key), listPlaceholders(text)]))).toEqual(
      Object.fromEntries(english),
    )
  })

  it.each(languages)('use the digit separators and decimal mark of %s', (language) => {
    // Options such as -ac_ccenable=227,228 are not numbers.
    const group = /(?<![\d.,=])\d{1,3}(?:([.,\s])\d{3})+(?![\d.,/]*\d)/
    const decimal = language === 'en' ? /\d,\d{1,2}(?!\d)/ : /(?<![\d.])\d+\.\d+(?![.\d])/
    const figure = new RegExp(`${group.source}|${decimal.source}`, 'gu')
    const wrong = [...of(language, name)].flatMap(([, text]) =>
      [...text.matchAll(figure)].map(([found]) => found).filter((found) => regrouped(language, found) !== found),
    )
    expect(wrong).toEqual([])
  })

  it.each(languages)('contain every plural form of %s', (language) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const counted = [...of(language, name).keys()].filter((key) => withoutForm(key) !== key)
    const missing = [...new Set(counted.map(withoutForm))].flatMap((key) =>
      forms.map((form) => `${key}_${form}`).filter((wanted) => !of(language, name).has(wanted)),
    )
    expect(missing).toEqual([])
  })

  it.each(['de', 'es'] as const)('avoid the familiar du and tú in %s', (language) => {
    expect(familiarTexts(language, of(language, name))).toEqual([])
  })

  it('start each Spanish question and exclamation with a mark', () => {
    const marks = (text: string, mark: string) => text.split(mark).length
    const odd = [...of('es', name)].filter(
      ([, text]) => marks(text, '¿') !== marks(text, '?') || marks(text, '¡') !== marks(text, '!'),
    )
    expect(odd).toEqual([])
  })

  it.each(languages)('contain no empty or untrimmed text in %s', (language) => {
    const odd = [...of(language, name)].filter(([, text]) => text.trim() === '' || /\s{2}|\n/.test(text))
    expect(odd).toEqual([])
  })
})

describe('source files', () => {
  let sources: ReadonlyMap<string, Source>
  beforeAll(() => {
    const files = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*', '!../**/testing/**'], {
      query: '?raw',
      import: 'default',
      eager: true,
    })
    sources = new Map(
      Object.entries(files).map(([path, code]) => {
        const file = path.replace('../', '')
        return [file, readSource(file, code)]
      }),
    )
  })
  const uses = () => [...sources.values()].flatMap((source) => source.uses)

  it('read texts only after they were loaded', () => {
    expect(uses().filter((use) => use.early)).toEqual([])
  })

  it('use only parts of the catalogue that are loaded with them', () => {
    const strange = [...sources].flatMap(([file, { uses }]) =>
      uses
        .filter(({ key }) => !partsFor(file).includes(key.split(':')[0] ?? ''))
        .map(({ place, key }) => `${place} ${key}`),
    )
    expect(strange).toEqual([])
  })

  it('pass every value for which a text has a placeholder', () => {
    const wrong = uses().flatMap(({ key, whole, values, place }) => {
      const [name = '', path = ''] = key.split(':')
      if (!whole || !values) return []
      const english = of('en', name)
      const wanted = [path, `${path}_other`].flatMap((one) => listValueNames(english?.get(one) ?? ''))
      return wanted.every((value) => values.includes(value)) ? [] : [`${place} ${key} needs ${wanted}`]
    })
    expect(wrong).toEqual([])
  })

  it('use every text of the catalogue', () => {
    const whole = new Set(
      uses()
        .filter((use) => use.whole)
        .map((use) => use.key),
    )
    const started = uses()
      .filter((use) => !use.whole)
      .map((use) => use.key)
    // For sentences of the node see nodeText.test.ts.
    const own = namespaces.filter((name) => name !== 'node')
    const unused = own.flatMap((name) =>
      [...of('en', name).keys()]
        .map((key) => `${name}:${withoutForm(key)}`)
        .filter((key) => !whole.has(key) && !started.some((start) => key.startsWith(start))),
    )
    expect(unused).toEqual([])
  })

  it('contain no untranslated text literals', () => {
    expect([...sources.values()].flatMap((source) => source.literals)).toEqual([])
  })
})
