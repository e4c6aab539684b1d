/** Input and result types of the settings methods. */
import { type Language, languages } from '../languages.ts'
import { r } from '../rpc/result.ts'
import { textOrNull } from './shapes.ts'

/**
 * Values by option name, without the dash: text, `0` or `1` for a flag, or a list. Null restores the default. Omitted
 * options stay unchanged.
 */
export type SettingValues = Readonly<Record<string, string | readonly string[] | null>>

/** Kinds of notifications of the app. */
export const ALERT_KINDS = ['coins', 'tokens', 'blocks', 'claims', 'orders', 'peers', 'disk'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** Omitted settings stay unchanged. */
export interface AppSettingsInput {
  readonly login?: boolean
  readonly tray?: boolean
  readonly keeprunning?: boolean
  readonly notify?: Partial<Record<AlertKind, boolean>>
  readonly updatecheck?: boolean
  /** language of the app's own questions, notices and menus: the window's language */
  readonly language?: Language
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const

export interface LogInput {
  /** lowest level shown; all if omitted */
  readonly level?: (typeof LOG_LEVELS)[number]
  /** text to find in a line, ignoring case */
  readonly search?: string
}

const texts = (doc: string) => r.array(r.text(), doc)

export const chainSettings = r.object({
  id: r.text(),
  fixed: textOrNull('reason why nothing can be changed here, a sentence; null if changes are possible'),
  restart: r.bool('whether the node runs with options other than these, which take effect at its next start'),
  conffile: r.text('absolute'),
  logfile: r.text('absolute'),
  rpcuser: r.text('user name; empty if the cookie file has user and password'),
  options: r.array(
    r.object({
      name: r.text('name without the dash'),
      kind: r.choice('', 'flag', 'integer', 'text', 'list'),
      doc: r.text('the help of the option'),
      least: r.oneOf('', r.nothing, r.int('minimum of an integer')),
      most: r.oneOf('', r.nothing, r.int('maximum of an integer')),
      fallback: r.text('default in words; empty if there is no default'),
      value: texts('values at the next start; empty for the default'),
      from: r.choice('source of the value', 'default', 'app', 'conf', 'commandline'),
      effective: textOrNull('effective value at the next start: 0 or 1 for a flag, or a port; null if not reported'),
    }),
  ),
})

export const settingsCheck = r.object({
  problems: r.array(
    r.object({
      option: textOrNull('name of the option; null if the problem concerns all options'),
      message: r.text('a sentence'),
    }),
    'reasons why the settings are rejected',
  ),
  changes: r.array(
    r.object({ option: r.text(), before: texts('empty for the default'), after: texts('empty for the default') }),
    'settings that would change',
  ),
  warnings: texts('sentences: consequences for the security of this machine'),
})

export const logPage = r.object({
  file: r.text('absolute'),
  size: r.int('bytes'),
  cut: r.bool('whether the file has more than was searched'),
  lines: r.array(
    r.object({
      time: r.text('ISO 8601, UTC; empty if the line continues the previous one'),
      level: r.choice('', 'debug', 'info', 'warn', 'error'),
      module: r.text(),
      text: r.text('text of the line, which may come from a stranger'),
    }),
    'last lines, oldest first',
  ),
})

const update = r.object({
  version: r.text(),
  issued: r.time('time of the signature'),
  page: r.text('download page, an https address'),
  host: r.text('host of the page'),
  notes: r.array(r.text(), 'changes in this version, sentences'),
})

export const appSettings = r.object({
  desktop: r.bool('whether a tray icon and the start at login are possible'),
  version: r.text(),
  runtime: r.text('programs that run the app, with their versions'),
  root: r.text('folder of the app'),
  free: r.oneOf('', r.nothing, r.int('free bytes on the disk of the folder; null if unknown')),
  webport: r.oneOf('', r.nothing, r.int('port of the browser mode, kept between starts; null if not chosen yet')),
  login: r.bool('whether the app starts when the user logs in'),
  tray: r.bool('whether the app has an icon in the tray'),
  keeprunning: r.bool('whether the app keeps running in the tray when its window is closed'),
  language: r.choice('language of the app’s own questions, notices and menus', ...languages),
  updates: r.object({
    possible: r.bool('whether this build has an update feed'),
    check: r.bool('whether the app checks the feed once a day'),
    fixed: r.bool('whether -updatecheck on the command line fixes this setting'),
    asked: r.oneOf('', r.nothing, r.time('time of the last check; null if never')),
    news: r.oneOf('', r.nothing, update),
  }),
  notice: r.optional(r.text('problem when the file was read and the action taken')),
  notify: r.object(
    Object.fromEntries(ALERT_KINDS.map((kind) => [kind, r.bool()])) as Record<AlertKind, ReturnType<typeof r.bool>>,
  ),
})
