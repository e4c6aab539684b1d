import { statfs } from 'node:fs/promises'
import { ALERT_KINDS, type AlertKind, type ChainMethodParams, type ChainMethodResult } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject } from '#shared/json.ts'
import type { AppSettings, AppSettingsStore, LoginItem } from '../appSettings/index.ts'
import { version } from '../readOptions.ts'
import { reasonOf } from './storedFile.ts'

/** What only the desktop app has. */
export interface DesktopParts {
  readonly login: LoginItem
  /** programs that it runs on, such as `Electron 45.4.1` */
  readonly runtime: string
}

export interface AppCallDeps {
  readonly root: string
  readonly settings: AppSettingsStore
  /** undefined: the window is in a browser */
  readonly desktop: DesktopParts | undefined
}

type Shown = ChainMethodResult<'getappsettings'>

/** Bytes that are free where this folder is, or will be made; null: unknown. */
export async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

async function shown({ root, settings, desktop }: AppCallDeps): Promise<Shown> {
  const { webPort, tray, keepRunning, notify } = settings.now()
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
    notify: { ...notify },
  }
}

const refusal = (message: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, message)

function flagOf(object: JsonObject, name: string): boolean | undefined {
  const value = object.get(name) ?? undefined
  if (value === undefined || typeof value === 'boolean') return value
  throw refusal(`${name}: true or false is needed`)
}

function known(object: JsonObject, names: readonly string[]): void {
  const stranger = [...object.keys()].find((name) => !names.includes(name))
  if (stranger !== undefined) throw refusal(`${stranger.slice(0, 60)} is not a setting of the app`)
}

function chosen(given: JsonObject, now: AppSettings): Partial<AppSettings> {
  const notify = given.get('notify') ?? undefined
  if (notify !== undefined && !(notify instanceof Map)) throw refusal('notify: an object is needed')
  if (notify !== undefined) known(notify, ALERT_KINDS)
  const [tray, keepRunning] = [flagOf(given, 'tray'), flagOf(given, 'keeprunning')]
  const kinds = ALERT_KINDS.map((kind) => [kind, (notify && flagOf(notify, kind)) ?? now.notify[kind]] as const)
  return {
    ...(tray !== undefined && { tray }),
    ...(keepRunning !== undefined && { keepRunning }),
    notify: Object.fromEntries(kinds) as Record<AlertKind, boolean>,
  }
}

/** The calls about the app itself. */
export function createAppCalls(deps: AppCallDeps) {
  const { settings, desktop } = deps
  return {
    getappsettings: () => shown(deps),
    async setappsettings({ settings: given }: ChainMethodParams<'setappsettings'>): Promise<Shown> {
      known(given, ['login', 'tray', 'keeprunning', 'notify'])
      const login = flagOf(given, 'login')
      const next = chosen(given, settings.now())
      const outside = login !== undefined || next.tray !== undefined || next.keepRunning !== undefined
      if (desktop === undefined && outside) {
        throw new RpcError(RPC_ERROR.MISC, 'Only the desktop app has a tray icon and starts at login')
      }
      try {
        if (login !== undefined) desktop?.login.set(login)
        settings.change(next)
      } catch (error) {
        throw new RpcError(RPC_ERROR.MISC, `This cannot be kept: ${reasonOf(error)}`)
      }
      return shown(deps)
    },
  }
}
