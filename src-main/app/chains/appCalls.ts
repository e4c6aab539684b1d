import { statfs } from 'node:fs/promises'
import { ALERT_KINDS, type AlertKind, type ChainMethodParams, type ChainMethodResult } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject } from '#shared/json.ts'
import { isLanguage, type Language, languages } from '#shared/languages.ts'
import type { UnixSeconds } from '#shared/units.ts'
import type { AppSettings, AppSettingsStore, LoginItem } from '../appSettings/index.ts'
import type { LaunchRequests } from '../opening/index.ts'
import { formatFileError } from '../storedFile.ts'
import { version } from '../thread/readOptions.ts'
import type { Updates } from '../updates/index.ts'

/** Functions that only the desktop app has. */
export interface DesktopParts {
  readonly login: LoginItem
  /** name and version of the runtime, such as `Electron 45.4.1` */
  readonly runtime: string
  /** Opens a web page in the system's browser. Rejects if the system has no browser. */
  openOutside(address: string): Promise<void>
}

export interface AppCallDeps {
  readonly root: string
  readonly settings: AppSettingsStore
  /** undefined if the window is in a browser */
  readonly desktop: DesktopParts | undefined
  readonly updates: Updates
  /** `-updatecheck` of the command line; undefined if the setting decides */
  readonly updateCheck: boolean | undefined
  readonly openings: LaunchRequests
  /** language of the app's own texts */
  language(): Language
}

type AppSettingsReply = ChainMethodResult<'getappsettings'>

/** Returns the free bytes on the disk of an existing folder, or null if unknown. */
export async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

async function shown({ root, settings, desktop, updates, ...deps }: AppCallDeps): Promise<AppSettingsReply> {
  const { webPort, tray, keepRunning, notify, updates: check } = settings.now()
  const news = updates.news()
  const notice = settings.notice()
  return {
    desktop: desktop !== undefined,
    version,
    runtime: [desktop?.runtime, `Node.js ${process.versions.node}`].filter(Boolean).join(', '),
    root,
    free: await freeBytes(root),
    webport: webPort,
    login: desktop?.login.on() ?? false,
    tray: desktop !== undefined && tray,
    keeprunning: desktop !== undefined && keepRunning,
    language: deps.language(),
    updates: {
      possible: updates.possible,
      check: deps.updateCheck ?? check,
      fixed: deps.updateCheck !== undefined,
      asked: updates.asked() as UnixSeconds | null,
      news: news === undefined ? null : { ...news, issued: news.issued as UnixSeconds, notes: [...news.notes] },
    },
    notify: { ...notify },
    ...(notice !== null && { notice }),
  }
}

const rpcError = (message: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, message)

function readFlag(object: JsonObject, name: string): boolean | undefined {
  const value = object.get(name) ?? undefined
  if (value === undefined || typeof value === 'boolean') return value
  throw rpcError(`${name}: expected true or false`)
}

function readLanguage(object: JsonObject): Language | undefined {
  const value = object.get('language') ?? undefined
  if (value === undefined || isLanguage(value)) return value
  throw rpcError(`language: expected one of ${languages.join(', ')}`)
}

function known(object: JsonObject, names: readonly string[]): void {
  const stranger = [...object.keys()].find((name) => !names.includes(name))
  if (stranger !== undefined) throw rpcError(`${stranger.slice(0, 60)} is not a setting of the app`)
}

function chosen(given: JsonObject, now: AppSettings): Partial<AppSettings> {
  const notify = given.get('notify') ?? undefined
  if (notify !== undefined && !(notify instanceof Map)) throw rpcError('notify: expected an object')
  if (notify !== undefined) known(notify, ALERT_KINDS)
  const [tray, keepRunning] = [readFlag(given, 'tray'), readFlag(given, 'keeprunning')]
  const updates = readFlag(given, 'updatecheck')
  const language = readLanguage(given)
  const kinds = ALERT_KINDS.map((kind) => [kind, (notify && readFlag(notify, kind)) ?? now.notify[kind]] as const)
  return {
    ...(tray !== undefined && { tray }),
    ...(keepRunning !== undefined && { keepRunning }),
    ...(updates !== undefined && { updates }),
    ...(language !== undefined && { language }),
    notify: Object.fromEntries(kinds) as Record<AlertKind, boolean>,
  }
}

/** RPC methods for settings and updates of the app itself. */
export function createAppCalls(deps: AppCallDeps) {
  const { settings, desktop, updates, openings } = deps
  return {
    getappsettings: () => shown(deps),
    getopening: () => openings.now(),
    closeopening() {
      openings.close()
      return null
    },
    async setappsettings({ settings: given }: ChainMethodParams<'setappsettings'>): Promise<AppSettingsReply> {
      known(given, ['login', 'tray', 'keeprunning', 'notify', 'updatecheck', 'language'])
      const login = readFlag(given, 'login')
      const next = chosen(given, settings.now())
      const outside = login !== undefined || next.tray !== undefined || next.keepRunning !== undefined
      if (desktop === undefined && outside) {
        throw new RpcError(RPC_ERROR.MISC, 'Only the desktop app has a tray icon and starts at login')
      }
      try {
        if (login !== undefined) desktop?.login.set(login)
      } catch (error) {
        throw new RpcError(RPC_ERROR.MISC, `The setting cannot be saved: ${formatFileError(error)}`, { cause: error })
      }
      await settings.change(next).catch((error: Error) => {
        throw new RpcError(RPC_ERROR.MISC, error.message, { cause: error })
      })
      return shown(deps)
    },
    async openupdatepage() {
      const { page } = updates.news() ?? {}
      if (page === undefined) throw new RpcError(RPC_ERROR.MISC, 'No newer version is known')
      // In a browser, the page shows a link to the update page.
      if (desktop === undefined) throw new RpcError(RPC_ERROR.MISC, 'Only the desktop app opens pages')
      try {
        await desktop.openOutside(page)
      } catch (error) {
        throw new RpcError(RPC_ERROR.MISC, `This page cannot be opened: ${formatFileError(error)}`)
      }
      return page
    },
  }
}
