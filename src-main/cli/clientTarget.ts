import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  BASE_CHAIN,
  BASE_FOLDER,
  confFileName,
  createSettings,
  isOn,
  meansSandbox,
  type OptionValues,
  parseConf,
  SANDBOX_NAME,
  type Settings,
} from '#shared/arguments.ts'

/** Address and credentials of the node. */
export interface RpcTarget {
  readonly host: string
  readonly port: number
  /** `user:password` */
  readonly credentials: string
  /** in ms; 0 means no limit */
  readonly timeout: number
}

/** Thrown if the node's address or credentials are unknown. The message names the missing part. */
export class NoTarget extends Error {
  override readonly name = 'NoTarget'
}

/** Ports of the chain without an `-ac_name` (chain-params.md §4). */
const BASE_PORTS = { main: 7771, regtest: 18232 } as const

/** Finds the node from the command line and the conf file. @throws NoTarget */
export function findTarget(commandLine: OptionValues, home: string, cwd: string): RpcTarget {
  const option = (key: string) => commandLine.get(key)?.at(-1) || undefined
  const chain = meansSandbox(commandLine) ? SANDBOX_NAME : (option('ac_name') ?? BASE_CHAIN)
  const base = baseDirectory(chain, option('datadir'), home, cwd)
  const confFile = resolve(base, option('conf') ?? confFileName(chain))
  const settings = createSettings(commandLine, readConf(confFile))
  const confName = existsSync(confFile) ? confFile : `${confFile} (which does not exist)`
  // Unlike the node, a client also reads the network from the conf file.
  const regtest = chain === SANDBOX_NAME || isOn(settings.get('regtest') ?? '0')
  return {
    host: (settings.get('rpcconnect') || '127.0.0.1').replace(/^\[(.*)\]$/, '$1'),
    port: findPort(settings, chain, regtest, confName),
    credentials: findCredentials(settings, regtest ? join(base, 'regtest') : base, confName),
    timeout: parseNumber(settings, 'rpcclienttimeout', 900) * 1000,
  }
}

function baseDirectory(chain: string, dataDir: string | undefined, home: string, cwd: string): string {
  if (dataDir === undefined) return chain === BASE_CHAIN ? join(home, BASE_FOLDER) : join(home, BASE_FOLDER, chain)
  const given = resolve(cwd, dataDir)
  if (statSync(given, { throwIfNoEntry: false })?.isDirectory()) return given
  throw new NoTarget(`Specified data directory "${dataDir}" does not exist.`)
}

function readConf(path: string): OptionValues {
  const text = readIfThere(path)
  return text === undefined ? new Map() : parseConf(text).options
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    const reason = code === 'EACCES' || code === 'EPERM' ? 'no permission' : message
    throw new NoTarget(`${path} cannot be read: ${reason}`, { cause: error })
  }
}

/** Returns the maximum wait of `-rpcwait` in ms, or 0 if it has no limit. @throws NoTarget if it is not a number */
export function readWaitLimit(commandLine: OptionValues): number {
  return parseNumber(createSettings(commandLine, new Map()), 'rpcwaittimeout', 0) * 1000
}

function parseNumber(settings: Settings, key: string, fallback: number): number {
  const text = settings.get(key)
  if (text === undefined || text === '') return fallback
  if (/^[0-9]{1,9}$/.test(text)) return Number(text)
  throw new NoTarget(`-${key}=${text} is not a number`)
}

function findPort(settings: Settings, chain: string, regtest: boolean, confFile: string): number {
  const fallback = chain === BASE_CHAIN ? BASE_PORTS[regtest ? 'regtest' : 'main'] : -1
  const port = parseNumber(settings, 'rpcport', fallback)
  if (port >= 0 && port <= 65535) return port
  if (port > 65535) throw new NoTarget(`-rpcport=${port} is not a port`)
  throw new NoTarget(`there is no rpcport in ${confFile}: start the node of ${chain} once, or give -rpcport`)
}

function findCredentials(settings: Settings, networkDirectory: string, confFile: string): string {
  const password = settings.get('rpcpassword')
  if (password) return `${settings.get('rpcuser') ?? ''}:${password}`
  const cookieFile = resolve(networkDirectory, settings.get('rpccookiefile') || '.cookie')
  const cookie = readIfThere(cookieFile)
  if (cookie !== undefined) return cookie.trim()
  throw new NoTarget(`there is no rpcpassword in ${confFile} and no cookie file ${cookieFile}: is the node running?`)
}
