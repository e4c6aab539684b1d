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
  fixed: textOrNull('why nothing can be changed here, a sentence; null: it can'),
  restart: r.bool('the node runs with other options than these: they count from its next start'),
  conffile: r.text('absolute'),
  logfile: r.text('absolute'),
  rpcuser: r.text('empty: the cookie file has user and password'),
  options: r.array(
    r.object({
      name: r.text('without the dash'),
      kind: r.choice('', 'flag', 'integer', 'text', 'list'),
      doc: r.text('the help of the option'),
      least: r.oneOf('', r.nothing, r.int('of an integer')),
      most: r.oneOf('', r.nothing, r.int('of an integer')),
      fallback: r.text('the default in words; empty: nothing'),
      value: texts('as it counts at the next start; none: the default'),
      from: r.choice('where it stands', 'default', 'app', 'conf', 'commandline'),
      effective: textOrNull('what the node does at its next start: 0 or 1 of a flag, a port; null: not told'),
    }),
  ),
})

export const settingsCheck = r.object({
  problems: r.array(
    r.object({ option: textOrNull('null: of the whole'), message: r.text('a sentence') }),
    'why they are refused',
  ),
  changes: r.array(
    r.object({ option: r.text(), before: texts('none: the default'), after: texts('none: the default') }),
    'what would change',
  ),
  warnings: texts('sentences: what follows for the safety of this machine'),
})

export const logPage = r.object({
  file: r.text('absolute'),
  size: r.int('bytes'),
  cut: r.bool('the file has more than was looked at'),
  lines: r.array(
    r.object({
      time: r.text('ISO 8601, UTC; empty: the line goes on with the one before'),
      level: r.choice('', 'debug', 'info', 'warn', 'error'),
      module: r.text(),
      text: r.text('may come from a stranger'),
    }),
    'the last ones, the oldest first',
  ),
})

const update = r.object({
  version: r.text(),
  issued: r.time('when it was signed'),
  page: r.text('where to get it: an address with https'),
  host: r.text('name of its host'),
  notes: r.array(r.text(), 'what is new, sentences'),
})

export const appSettings = r.object({
  desktop: r.bool('a tray icon and the start at login are possible'),
  version: r.text(),
  runtime: r.text('the programs it runs on, with their versions'),
  root: r.text('folder of the app'),
  free: r.oneOf('', r.nothing, r.int('bytes that are free where that is; null: unknown')),
  webport: r.oneOf('', r.nothing, r.int('of the browser mode, from start to start; null: not chosen yet')),
  login: r.bool('starts when the person logs in'),
  tray: r.bool('has an icon in the tray'),
  keeprunning: r.bool('goes on in the tray when its window is closed'),
  language: r.choice('of the app’s own questions, notices and menus', ...languages),
  updates: r.object({
    possible: r.bool('this build has a feed to ask'),
    check: r.bool('asks it once a day'),
    fixed: r.bool('-updatecheck of the command line says so: it cannot be changed here'),
    asked: r.oneOf('', r.nothing, r.time('when it asked last; null: never')),
    news: r.oneOf('', r.nothing, update),
  }),
  notice: r.optional(r.text('what was wrong with the file when it was read, and what was done')),
  notify: r.object(
    Object.fromEntries(ALERT_KINDS.map((kind) => [kind, r.bool()])) as Record<AlertKind, ReturnType<typeof r.bool>>,
  ),
})
