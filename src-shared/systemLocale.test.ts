import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { pickLanguage } from './languages.ts'
import { parseLocale, parseLocales, systemTimeZone } from './systemLocale.ts'

/** Invalid because the variant is repeated. */
const PARTS_35 = `de-AT-${'1996-'.repeat(32)}1996`

describe('parseLocale', () => {
  it.each([
    ['en-US@posix', 'en-US'],
    ['de_AT.UTF-8', 'de-AT'],
    ['es_ES@euro', 'es-ES'],
    ['DE-at', 'de-AT'],
    ['en-', 'en'],
    ['de-AT\n', 'de'],
    [PARTS_35, 'de'],
    ['', undefined],
    ['c', undefined],
    ['C.UTF-8', undefined],
    ['i-default', undefined],
    [undefined, undefined],
    [7, undefined],
  ])('reads %j as %j', (name, tag) => expect(parseLocale(name)).toBe(tag))

  it('returns only tags that Intl accepts', () => {
    const names = [
      'en-US@posix',
      'zh_Hant_TW.big5',
      'sr_RS@latin',
      'en-US-u-va-posix',
      `en-x-${'a'.repeat(9)}`,
      PARTS_35,
    ]
    for (const tag of parseLocales(names)) expect(() => new Intl.DateTimeFormat(tag)).not.toThrow()
    expect(parseLocales(names)).toHaveLength(names.length)
  })
})

describe('pickLanguage', () => {
  it.each([
    [['de_AT@euro', 'en'], 'de'],
    [['es.UTF-8'], 'es'],
    [['c', '', 'fr', 'de'], 'de'],
    [[PARTS_35], 'de'],
    [['en-US@posix'], 'en'],
    [['C.UTF-8'], 'en'],
  ] as const)('chooses from %j the language %s', (system, language) => {
    expect(pickLanguage('system', system)).toBe(language)
  })
})

describe('systemTimeZone', () => {
  it('keeps a zone that Intl accepts, and one without a name', () => {
    expect(systemTimeZone(() => 'Europe/Berlin')).toBe('Europe/Berlin')
    expect(systemTimeZone(() => undefined)).toBeUndefined()
  })

  it.each(['Etc/Unknown', '', 'UTC0', 'C'])('falls back to UTC for %j', (name) => {
    expect(systemTimeZone(() => name)).toBe('UTC')
  })

  it('falls back to UTC if Intl rejects the zone of its own system', () => {
    const reject = () => {
      throw new RangeError('Invalid time zone specified: Etc/Unknown')
    }
    expect(systemTimeZone(reject)).toBe('UTC')
  })
})

describe('source files', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const sources = ['src-renderer', 'src-shared', 'src-main'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|tsx|mjs|js)$/.test(file) && !/\.test\.tsx?$|(^|\/)testing\//.test(file))
      .map((file) => ({ file: `${folder}/${file}`, text: readFileSync(join(root, folder, file), 'utf8') })),
  )

  it.each([
    [/navigator\.languages?\b/, ['src-renderer/app/LanguageGate.tsx', 'src-renderer/i18n/texts.ts']],
    [/Intl\.DateTimeFormat\(/, ['src-renderer/ui/format.ts', 'src-shared/systemLocale.ts']],
    [/resolvedOptions\(/, ['src-shared/systemLocale.ts']],
    [/\.toLocale\w*\(/, []],
    [/\.localeCompare\((?![^)]*'en'\))/, []],
  ])('use %s only with a parsed locale', (use, allowed) => {
    expect(sources.filter(({ text }) => use.test(text)).map(({ file }) => file)).toEqual(allowed)
  })
})
