import { ALERT_KINDS, type AlertKind } from '#shared/chains/index.ts'
import { isLanguage, type Language } from '#shared/languages.ts'
import type { FileLockDeps } from '../../files/index.ts'
import { ListError, StoredFile } from '../storedFile.ts'

const MAX_BYTES = 65_536
const MAX_PORT = 65_535
const VERSION = 1

/** What the app remembers of itself from start to start. */
export interface AppSettings {
  /** of the browser mode; null: not chosen yet */
  readonly webPort: number | null
  /** an icon in the tray */
  readonly tray: boolean
  /** goes on in the tray when the window is closed */
  readonly keepRunning: boolean
  readonly notify: Readonly<Record<AlertKind, boolean>>
  /** asks once a day for a newer version, where the build has a feed */
  readonly updates: boolean
  /** of the app's own questions, notices and menus; null: the system's */
  readonly language: Language | null
}

const everyKind = (value: (kind: AlertKind) => boolean) =>
  Object.fromEntries(ALERT_KINDS.map((kind) => [kind, value(kind)])) as Record<AlertKind, boolean>

const DEFAULTS: AppSettings = {
  ...{ webPort: null, tray: true, keepRunning: false, updates: true, language: null },
  notify: everyKind(() => true),
}

/**
 * The settings in `app.json` of the root. A file that cannot be used is set aside or left alone. Then the settings are the
 * defaults without the update check: it may have been switched off, and it tells a server that this program is used.
 */
export class AppSettingsStore {
  readonly #stored: StoredFile<AppSettings>
  readonly #listeners = new Set<() => void>()
  #answered = false

  constructor(root: string, deps: FileLockDeps) {
    this.#stored = new StoredFile<AppSettings>(
      {
        ...{ root, file: 'app.json', title: 'The settings file of the app', most: MAX_BYTES },
        ...{ empty: DEFAULTS, unusable: { ...DEFAULTS, updates: false } },
        unread:
          'Nothing is written to it. The settings are the default ones, and the app does not look for new versions.',
        repair:
          'The settings are the default ones, and the app does not look for new versions until you switch that on again.',
        parse: parseSettings,
        write: (settings) => `${JSON.stringify({ version: VERSION, ...settings }, null, 2)}\n`,
      },
      deps,
    )
  }

  now(): AppSettings {
    return this.#stored.value()
  }

  /** Returns what was wrong with the file and what was done, for people; null once the update check was set again. */
  notice(): string | null {
    return this.#answered ? null : this.#stored.notice()
  }

  /** Rejects with an Error for people if the file cannot be written; nothing has changed then. */
  async change(part: Partial<AppSettings>): Promise<AppSettings> {
    const settings = await this.#stored.update((before) => ({ ...before, ...part }))
    this.#answered ||= part.updates !== undefined
    for (const listener of this.#listeners) listener()
    return settings
  }

  /** Returns the function that ends the subscription. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** @throws ListError */
function parseSettings(text: string): AppSettings {
  const { version = VERSION, webPort = null, notify = {}, language = null, ...flags } = objectIn(parseJsonText(text))
  if (Number.isSafeInteger(version) && Number(version) > VERSION) {
    throw new ListError('was written by a newer version of this program', false)
  }
  check(
    version === VERSION && (webPort === null || isPort(webPort)) && (language === null || typeof language === 'string'),
  )
  const kinds = objectIn(notify)
  const flag = (value: unknown, fallback: boolean): boolean => {
    check(value === undefined || typeof value === 'boolean')
    return value ?? fallback
  }
  return {
    webPort,
    // A language that only another version has.
    language: isLanguage(language) ? language : null,
    tray: flag(flags['tray'], DEFAULTS.tray),
    keepRunning: flag(flags['keepRunning'], DEFAULTS.keepRunning),
    updates: flag(flags['updates'], DEFAULTS.updates),
    notify: everyKind((kind) => flag(kinds[kind], DEFAULTS.notify[kind])),
  }
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ListError('is not readable', true)
  }
}

function check(fits: boolean): asserts fits {
  if (!fits) throw new ListError('is damaged', true)
}

const isPort = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= MAX_PORT

function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  check(typeof value === 'object' && value !== null && !Array.isArray(value))
  return value as Record<string, unknown>
}
