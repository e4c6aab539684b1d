import { ALERT_KINDS, type AlertKind } from '#shared/chains/index.ts'
import { isLanguage, type Language } from '#shared/languages.ts'
import type { FileLockDeps } from '../../files/index.ts'
import { isPort } from '../peerAddress.ts'
import { checkStored, parseStored, storedObject } from '../storedFields.ts'
import { StoredFile } from '../storedFile.ts'

const MAX_BYTES = 65_536
const VERSION = 1

/** Settings of the app that persist across starts. */
export interface AppSettings {
  /** port of browser mode, or null if not chosen yet */
  readonly webPort: number | null
  /** show an icon in the tray */
  readonly tray: boolean
  /** keep running in the tray when the window is closed */
  readonly keepRunning: boolean
  readonly notify: Readonly<Record<AlertKind, boolean>>
  /** check once a day for a newer version, if the build has an update feed */
  readonly updates: boolean
  /** language of the app's own prompts, notices and menus, or null for the system's language */
  readonly language: Language | null
}

const everyKind = (value: (kind: AlertKind) => boolean) =>
  Object.fromEntries(ALERT_KINDS.map((kind) => [kind, value(kind)])) as Record<AlertKind, boolean>

const DEFAULTS: AppSettings = {
  ...{ webPort: null, tray: true, keepRunning: false, updates: true, language: null },
  notify: everyKind(() => true),
}

/**
 * Stores the settings in `app.json` of the root. An unusable file is set aside or left alone. Then the defaults apply,
 * except that the update check is off: the user may have disabled it, and it reveals to a server that this program is
 * used.
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
        unread: 'The app does not write to it, uses the default settings and does not check for new versions.',
        repair: 'The app uses the default settings and does not check for new versions until you turn that on again.',
        parse: parseSettings,
        write: (settings) => `${JSON.stringify({ version: VERSION, ...settings }, null, 2)}\n`,
      },
      deps,
    )
  }

  now(): AppSettings {
    return this.#stored.value()
  }

  /**
   * Returns a text for users about what was wrong with the file and what was done; null once the update check has been
   * set again.
   */
  notice(): string | null {
    return this.#answered ? null : this.#stored.notice()
  }

  /**
   * Changes settings and saves them. Rejects with an Error whose text is for users if the file cannot be written; then
   * no setting changes.
   */
  async change(part: Partial<AppSettings>): Promise<AppSettings> {
    const settings = await this.#stored.update((before) => ({ ...before, ...part }))
    this.#answered ||= part.updates !== undefined
    for (const listener of this.#listeners) listener()
    return settings
  }

  /** Returns the function that unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** @throws ListError */
function parseSettings(text: string): AppSettings {
  const { version = VERSION, webPort = null, notify = {}, language = null, ...flags } = parseStored(text, VERSION)
  checkStored(
    version === VERSION && (webPort === null || isPort(webPort)) && (language === null || typeof language === 'string'),
  )
  const kinds = storedObject(notify)
  const flag = (value: unknown, fallback: boolean): boolean => {
    checkStored(value === undefined || typeof value === 'boolean')
    return value ?? fallback
  }
  return {
    webPort,
    // A language that only another version supports is treated as unset.
    language: isLanguage(language) ? language : null,
    tray: flag(flags['tray'], DEFAULTS.tray),
    keepRunning: flag(flags['keepRunning'], DEFAULTS.keepRunning),
    updates: flag(flags['updates'], DEFAULTS.updates),
    notify: everyKind((kind) => flag(kinds[kind], DEFAULTS.notify[kind])),
  }
}
