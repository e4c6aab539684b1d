/** Conf file of chainwright-query. It may contain passwords, so other users must not be able to read it. */
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BASE_FOLDER, type OptionValues, parseConf } from '#shared/arguments.ts'
import { OptionError } from '../config/index.ts'
import { describeFileError } from '../node/util/index.ts'

export interface ConfText {
  readonly text: string
  /** permission bits of the file */
  readonly mode: number
}

export interface QueryConf {
  readonly path: string
  readonly options: OptionValues
}

const DEFAULT_NAME = 'query.conf'
const COMMAND_LINE_ONLY = ['conf', 'printgrants']
const OTHERS_CAN_READ = 0o004

/** @param given value of `-conf`; without it the default file is read if it exists */
export function loadConf(place: {
  readonly given: string | undefined
  readonly cwd: string
  readonly home: string
  readonly readConf: (path: string) => ConfText | undefined
}): QueryConf {
  const { given, cwd, home, readConf } = place
  if (given === '') throw new OptionError('-conf: missing path, as in -conf=/etc/chainwright/query.conf')
  const path = given === undefined ? join(home, BASE_FOLDER, DEFAULT_NAME) : resolve(cwd, given)
  const found = readConf(path)
  if (found === undefined) {
    if (given !== undefined) throw new OptionError(`-conf: file not found: ${path}`)
    return { path, options: new Map() }
  }
  const { options, unreadable } = parseConf(found.text)
  if (unreadable[0] !== undefined) throw new OptionError(`line ${unreadable[0]} of ${path} is not key=value`)
  const misplaced = COMMAND_LINE_ONLY.find((name) => options.has(name))
  if (misplaced !== undefined) throw new OptionError(`${misplaced} in ${path}: only on the command line`)
  if ((found.mode & OTHERS_CAN_READ) !== 0 && hasSecret(options))
    throw new OptionError(`${path} contains a password and is readable by all users: run chmod 600 ${path}`)
  return { path, options }
}

function hasSecret(options: OptionValues): boolean {
  const url = options.get('database')?.[0] ?? ''
  return options.has('rpcpassword') || (URL.canParse(url) && hasPassword(new URL(url)))
}

/** Returns true if a database address contains a password. */
export const hasPassword = ({ password, searchParams }: URL): boolean => password !== '' || searchParams.has('password')

/** Reads a conf file. Returns undefined if it does not exist. @throws OptionError if it cannot be read */
export function readConfFile(path: string): ConfText | undefined {
  try {
    const { mode } = statSync(path)
    // Windows has no such permissions.
    return { text: readFileSync(path, 'utf8'), mode: process.platform === 'win32' ? 0 : mode }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new OptionError(describeFileError(error, path) ?? `${path} cannot be read: ${String(error)}`, {
      cause: error,
    })
  }
}
