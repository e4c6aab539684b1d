import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALERT_KINDS, type AlertKind } from '#shared/chains/index.ts'
import { isLanguage, type Language } from '#shared/languages.ts'

const FILE_NAME = 'app.json'
const MAX_BYTES = 65_536
const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

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

export interface AppSettingsStore {
  now(): AppSettings
  /** @throws Error of the system if the file cannot be written; nothing has changed then */
  change(part: Partial<AppSettings>): AppSettings
  /** Returns the function that ends the subscription. */
  onChange(listener: () => void): () => void
}

const everyKind = (value: (kind: AlertKind) => boolean) =>
  Object.fromEntries(ALERT_KINDS.map((kind) => [kind, value(kind)])) as Record<AlertKind, boolean>

const DEFAULTS: AppSettings = {
  ...{ webPort: null, tray: true, keepRunning: false, updates: true, language: null },
  notify: everyKind(() => true),
}

/** The settings in `app.json` of the root. A file that is missing or damaged means the defaults: nothing in it is precious. */
export function createAppSettings(root: string): AppSettingsStore {
  const path = join(root, FILE_NAME)
  const listeners = new Set<() => void>()
  let settings = load(path)
  return {
    now: () => settings,
    change(part) {
      const next = { ...settings, ...part }
      save(root, path, next)
      settings = next
      for (const listener of listeners) listener()
      return settings
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function load(path: string): AppSettings {
  try {
    if (statSync(path).size > MAX_BYTES) return DEFAULTS
    return settingsIn(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return DEFAULTS
  }
}

function settingsIn(value: unknown): AppSettings {
  const { webPort, tray, keepRunning, notify, updates, language } = objectIn(value)
  const kinds = objectIn(notify)
  return {
    webPort: Number.isSafeInteger(webPort) && Number(webPort) > 0 && Number(webPort) <= 65_535 ? Number(webPort) : null,
    tray: tray !== false,
    keepRunning: keepRunning === true,
    updates: updates !== false,
    language: isLanguage(language) ? language : null,
    notify: everyKind((kind) => kinds[kind] !== false),
  }
}

const objectIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Readers find the old text or the new one. */
function save(root: string, path: string, settings: AppSettings): void {
  mkdirSync(root, { recursive: true, mode: PRIVATE_FOLDER })
  const temporary = `${path}.new-${process.pid}`
  try {
    writeFileSync(temporary, `${JSON.stringify({ version: 1, ...settings }, null, 2)}\n`, { mode: PRIVATE_FILE })
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
