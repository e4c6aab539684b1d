import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { languages } from '#shared/languages.ts'
import { familiarTexts } from '#shared/sentences/testing/address.ts'
import { flatten, listPlaceholders, withoutForm } from '#shared/sentences/testing/flat.ts'
import promptDe from '../../shell/prompt/texts/de.json' with { type: 'json' }
import promptEn from '../../shell/prompt/texts/en.json' with { type: 'json' }
import promptEs from '../../shell/prompt/texts/es.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import { appLanguage, appText, saidText, systemLanguages, warningText } from './index.ts'

const CATALOGUES = {
  'the app': { en, de, es },
  'its own windows': { en: promptEn, de: promptDe, es: promptEs },
} as const

describe.each(Object.entries(CATALOGUES))('texts of %s', (_, catalogue) => {
  const of = (language: (typeof languages)[number]) => flatten(catalogue[language])

  it.each(languages)('contain the same keys and placeholders in %s as in English', (language) => {
    const collectPlaceholders = (texts: ReturnType<typeof of>) =>
      Object.fromEntries(
        [...texts]
          .filter(([key]) => !key.endsWith('_one'))
          .map(([key, text]) => [withoutForm(key), listPlaceholders(text)]),
      )
    expect(collectPlaceholders(of(language))).toEqual(collectPlaceholders(of('en')))
  })

  it.each(languages)('contain every plural form of %s', (language) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const counted = [...of(language).keys()].filter((key) => withoutForm(key) !== key).map(withoutForm)
    const missing = [...new Set(counted)].flatMap((key) =>
      forms.map((form) => `${key}_${form}`).filter((wanted) => !of(language).has(wanted)),
    )
    expect(missing).toEqual([])
  })

  it.each(languages)('contain no empty, untrimmed or untranslated text in %s', (language) => {
    const odd = [...of(language)].filter(
      ([, text]) => text.trim() === '' || text !== text.trim() || /\s{2}|\n/.test(text),
    )
    expect(odd).toEqual([])
    const sentences = [...of('en')].filter(([, text]) => /[a-z] [a-z]+ [a-z]/.test(text.replaceAll(/\{\{\w+\}\}/g, '')))
    const untouched = sentences.filter(([key, text]) => language !== 'en' && of(language).get(key) === text)
    expect(untouched).toEqual([])
  })

  it('use the question marks of each language', () => {
    const asked = [...of('en')].filter(([, text]) => text.endsWith('?')).map(([key]) => key)
    expect(asked.filter((key) => !of('de').get(key)?.endsWith('?'))).toEqual([])
    expect(asked.filter((key) => !/^(Esta|¿).*\?$/.test(of('es').get(key) ?? ''))).toEqual([])
  })

  it.each(['de', 'es'] as const)('use the polite form of address in %s', (language) => {
    expect(familiarTexts(language, of(language))).toEqual([])
  })
})

/** Returns a text of the window's catalogue, which this process never loads. */
function windowText(language: string, file: string, key: string): string {
  const path = fileURLToPath(new URL(`../../../src-renderer/i18n/${language}/${file}.json`, import.meta.url))
  return flatten(JSON.parse(readFileSync(path, 'utf8'))).get(key) ?? ''
}

describe.each(languages)('action verbs in %s', (language) => {
  const asked = appText(language)
  const getFirstWord = (text: string) => text.split(' ')[0] ?? ''

  it.each([
    ['agree.setUp', 'heir', 'confirm.plan'],
    ['agree.add', 'heir', 'confirm.add'],
    ['agree.withdraw', 'heir', 'confirm.claim'],
    ['agree.pay', 'channels', 'review.confirm.pay'],
    ['agree.burn', 'tokens', 'move.burn'],
  ] as const)('match between window and prompts for %s', (key, file, confirm) => {
    expect(windowText(language, file, confirm)).toBe(asked(key))
  })

  it.each([
    ['agree.fund', 'faucet', 'fund.confirm'],
    ['agree.withdraw', 'channels', 'review.confirm.refund'],
  ] as const)('match between window and prompts for %s, before the object', (key, file, confirm) => {
    expect(getFirstWord(windowText(language, file, confirm))).toBe(getFirstWord(asked(key)))
  })
})

describe('familiarTexts', () => {
  it.each([
    ['de', ['Gib die Adresse ein.', 'Kannst du warten?', 'Sichere deine Wallet.'], 'Geben Sie Ihre Adresse ein.'],
    [
      'es',
      ['Introduce el importe.', 'Guarda tus claves.', '¿Quieres seguir?'],
      'Introduzca su clave. Paga una comisión.',
    ],
  ] as const)('finds the familiar form of address in %s', (language, familiar, polite) => {
    const texts = new Map([...familiar, polite].map((text) => [text, text]))
    expect(familiarTexts(language, texts).map(([text]) => text)).toEqual(familiar)
  })
})

describe('source files of the app', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const files = ['app', 'shell', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|testing\//.test(file))
      .map((file) => ({ file: join(folder, file), text: readFileSync(join(root, folder, file), 'utf8') })),
  )
  const code = files.map(({ text }) => text).join('\n')

  it.each(Object.entries(CATALOGUES))('use every text of %s', (_, catalogue) => {
    // Keys occur in full, or as the start of a computed key: t(`owner.${owner}`), t(`${part}.title`).
    const unused = [...new Set([...flatten(catalogue.en).keys()].map(withoutForm))].filter((key) => {
      const [part = '', ...rest] = key.split('.')
      const ends = rest.join('.')
      return (
        ![`'${key}'`, `\`${part}.\${`, `}.${ends}\``, `\`${key.slice(0, -'Consequence'.length)}`].some((use) =>
          code.includes(use),
        ) && !/^(file|confirm)\./.test(key)
      )
    })
    expect(unused).toEqual([])
  })

  it('contain no literal sentences in prompts and notices', () => {
    const asking = files.filter(({ file }) => /consent\/(questions|notices)|promptPage|tray\/|menu\.ts/.test(file))
    const own = asking.flatMap(({ file, text }) =>
      text
        .split('\n')
        .filter((line) =>
          /\b(title|consequence|agree|label|text|warnings|message|detail):? ?\[?[`'][A-Z][a-z]+ [a-z]/.test(line),
        )
        .map((line) => `${file}: ${line.trim()}`),
    )
    expect(own).toEqual([])
  })
})

describe('text functions of the app', () => {
  it('apply the plural rules of a language and insert values in one pass', () => {
    expect(appText('en')('units.of', { count: 1n, name: 'GOLD' })).toBe('1 unit of GOLD')
    expect(appText('de')('units.of', { count: 1_000_000n, name: '{{count}}' })).toBe(
      '1\u202f000\u202f000 Einheiten von {{count}}',
    )
    expect(appText('es')('units.of', { count: 1_000_000n, name: 'GOLD' })).toBe('1\u202f000\u202f000 unidades de GOLD')
    expect(() => appText('de')('units.of', { count: 1 })).toThrow('no text for units.of in de')
  })

  it('fall back to English for unknown texts of the node', () => {
    expect(saidText('de', [], 'In English.')).toBe('In English.')
    expect(saidText('de', [{ key: 'constructor', values: new Map() }], 'In English.')).toBe('In English.')
    expect(warningText('es', 'Something new.')).toBe('Something new.')
    expect(warningText('es', '-ac_end has no effect on this chain and is left out.')).toBe(
      '-ac_end no tiene efecto en esta cadena y se omite.',
    )
  })
})

describe('app language', () => {
  it('comes from the window, then from the system, then is English', () => {
    expect(appLanguage({ language: 'es' }, ['de-DE'])).toBe('es')
    expect(appLanguage({ language: null }, ['fr-FR', 'de-AT', 'en'])).toBe('de')
    expect(appLanguage({ language: null }, [])).toBe('en')
  })

  it.each([
    [{ LANG: 'de_AT.UTF-8' }, ['de-AT']],
    [{ LANGUAGE: 'es:de', LANG: 'en_US.UTF-8' }, ['es', 'de', 'en-US']],
    [{ LC_ALL: 'C.UTF-8', LANGUAGE: 'de', LANG: 'de_DE' }, []],
    [{ LC_ALL: '', LC_MESSAGES: 'es_ES@euro' }, ['es-ES']],
    [{}, []],
  ])('comes in a terminal from %o', (env, tags) => expect(systemLanguages(env)).toEqual(tags))
})
