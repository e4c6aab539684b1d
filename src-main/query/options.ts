/**
 * Options of chainwright-query: the location of the tables, and the options of the node's RPC server. They come from
 * the command line, the environment and a conf file, in this order of precedence, so that passwords need not be on a
 * command line.
 */
import { createSettings, type OptionValues, parseCommandLine } from '#shared/arguments.ts'
import { closest } from '#shared/closest.ts'
import {
  createValues,
  monitorOptions,
  OPTIONS,
  OptionError,
  postgresUrl,
  rpcServerOptions,
  type Values,
} from '../config/index.ts'
import type { MonitorOptions, RpcOptions } from '../node/composition/options.ts'
import { type ConfText, hasPassword, loadConf } from './confFile.ts'
import { grantsFor } from './grants.ts'

export interface QueryOption {
  /** placeholder of the value after "="; a flag has none */
  readonly value?: string
  readonly doc: string
}

const text = (value: string, doc: string): QueryOption => ({ value, doc })

/** Options with their help texts. Those of RPC, REST and metrics are the daemon's. */
export const QUERY_OPTIONS = {
  conf: text(
    '<file>',
    'Conf file with options, one key=value per line (default: ~/.chainwright/query.conf if it exists)',
  ),
  database: text(
    '<url>',
    'Database that a node publishes to: postgres://user@host/database. Without a password, PostgreSQL’s PGPASSWORD or ~/.pgpass is used',
  ),
  databasewait: text('<seconds>', 'Time to wait for the database at the start; 0: no wait (default: 60)'),
  rpcport: text('<port>', 'Port'),
  rpcuser: text('<user>', OPTIONS.rpcuser.doc),
  rpcpassword: text(
    '<password>',
    'Password; required unless -rpcauth is set. Set it in the conf file or the environment',
  ),
  rpcauth: text('<text>', OPTIONS.rpcauth.doc),
  rpcwhitelist: text('<text>', OPTIONS.rpcwhitelist.doc),
  rpcwhitelistdefault: text('<0 or 1>', OPTIONS.rpcwhitelistdefault.doc),
  rpcreadonly: text('<user>', OPTIONS.rpcreadonly.doc),
  rpclimit: text('<text>', OPTIONS.rpclimit.doc),
  rpcbind: text('<address>', OPTIONS.rpcbind.doc),
  rpcallowip: text('<subnet>', OPTIONS.rpcallowip.doc),
  rpcallowhost: text('<name>', OPTIONS.rpcallowhost.doc),
  rpcthreads: text('<n>', OPTIONS.rpcthreads.doc),
  rpcworkqueue: text('<n>', OPTIONS.rpcworkqueue.doc),
  rpcservertimeout: text('<n>', OPTIONS.rpcservertimeout.doc),
  rest: { doc: OPTIONS.rest.doc },
  metrics: text('<port>', OPTIONS.metrics.doc),
  printgrants: text(
    '<role>',
    'Print the SQL that creates this database user with the right to read the tables, and exit',
  ),
} as const satisfies Readonly<Record<string, QueryOption>>

const NAMES: readonly string[] = Object.keys(QUERY_OPTIONS)

export type QueryStart =
  | {
      readonly kind: 'serve'
      readonly url: string
      readonly rpc: RpcOptions
      readonly metrics: MonitorOptions['metrics']
      /** maximum time to wait for the database, in ms */
      readonly databaseWaitMs: number
      readonly warnings: readonly string[]
    }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'error'; readonly message: string }

export interface QueryEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly home: string
  readonly version: string
  /** Returns a conf file, or undefined if it does not exist. @throws OptionError if it cannot be read */
  readonly readConf: (path: string) => ConfText | undefined
}

/** Older name of the variable for `-database`. */
const DATABASE_VARIABLE = 'CHAINWRIGHT_DATABASE'
/** Beginning of the variable of each option: `CHAINWRIGHT_QUERY_RPCPASSWORD`. */
const VARIABLE_PREFIX = 'CHAINWRIGHT_QUERY_'
const MAX_WAIT_SECONDS = 86_400

/** @param argv arguments without the program name */
export function queryOptions(argv: readonly string[], environment: QueryEnvironment): QueryStart {
  const { options, words } = parseCommandLine(argv)
  if (['?', 'h', 'help'].some((key) => options.has(key))) return { kind: 'text', text: usage() }
  if (options.has('version')) return { kind: 'text', text: `Chainwright ${environment.version}` }
  try {
    if (words[0] !== undefined) throw new OptionError(`"${words[0]}" is not an option of this program`)
    rejectUnknown(options, (name) => `-${name}`)
    const role = options.get('printgrants')?.at(-1)
    return role === undefined ? startFrom(options, environment) : { kind: 'text', text: grantsFor(role) }
  } catch (error) {
    if (error instanceof OptionError) return { kind: 'error', message: error.message }
    throw error
  }
}

function startFrom(commandLine: OptionValues, { env, cwd, home, readConf }: QueryEnvironment): QueryStart {
  const variables = readVariables(env)
  const given = new Map([...variables, ...commandLine])
  const conf = loadConf({ given: given.get('conf')?.at(-1), cwd, home, readConf })
  rejectUnknown(conf.options, (name) => name, ` in ${conf.path}`)
  const settings = createSettings(given, conf.options)
  const values = createValues(settings, (name) =>
    given.has(name) ? `-${name}=${settings.get(name)}` : `${name}=${settings.get(name)} in ${conf.path}`,
  )
  const rpc = rpcServerOptions(values, { rpcPort: 0, folder: cwd })
  const url = settings.get('database')
  if (!url)
    throw new OptionError(
      `missing -database=postgres://<user>@<host>/<database>, also as database= in the conf file or as ${DATABASE_VARIABLE}`,
    )
  if (rpc.port === 0) throw new OptionError('missing -rpcport=<port>')
  if (rpc.password === '' && rpc.salted.length === 0)
    throw new OptionError('missing rpcpassword or rpcauth, in the conf file or the environment')
  return {
    kind: 'serve',
    ...{ url: postgresUrl('database', url), rpc, ...monitorOptions(values) },
    databaseWaitMs: waitMillis(values, settings.get('databasewait')),
    warnings: warnOfSecrets(commandLine),
  }
}

/** Reads the environment variables of options. @throws OptionError if one names no option */
function readVariables(env: QueryEnvironment['env']): OptionValues {
  const found = new Map<string, string[]>()
  for (const [variable, value] of Object.entries(env)) {
    if (variable === DATABASE_VARIABLE && value) found.set('database', [value])
    if (!variable.startsWith(VARIABLE_PREFIX) || value === undefined) continue
    found.set(variable.slice(VARIABLE_PREFIX.length).toLowerCase(), [value])
  }
  rejectUnknown(found, (name) => `${VARIABLE_PREFIX}${name.toUpperCase()}`)
  return found
}

/**
 * @param spell returns an option as the user writes it
 * @param place text after it
 * @throws OptionError if there is an option that this program does not have
 */
function rejectUnknown(options: OptionValues, spell: (name: string) => string, place = ''): void {
  const known = (name: string) => NAMES.includes(name) || (name.startsWith('no') && NAMES.includes(name.slice(2)))
  // For `-nofoo` the parser has added foo as well.
  const unknown = [...options.keys()].find((name) => !known(name) && !options.has(`no${name}`))
  if (unknown === undefined) return
  const near = closest(unknown, NAMES)
  const hint = near === undefined ? '' : `; did you mean ${spell(near)}?`
  throw new OptionError(`${spell(unknown)}${place} is not an option of this program${hint}`)
}

function waitMillis(values: Values, text = '60'): number {
  const seconds = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (values.has('databasewait') && !(seconds <= MAX_WAIT_SECONDS))
    throw new OptionError(`-databasewait: expected seconds from 0 to ${MAX_WAIT_SECONDS}, got "${text}"`)
  return seconds * 1000
}

/** Returns a warning for each secret on the command line. */
function warnOfSecrets(commandLine: OptionValues): string[] {
  const url = commandLine.get('database')?.at(-1) ?? ''
  const secrets = [
    ...(commandLine.has('rpcpassword') ? ['-rpcpassword'] : []),
    ...(URL.canParse(url) && hasPassword(new URL(url)) ? ['the password in -database'] : []),
  ]
  return secrets.map((name) => `${name} is visible to all users of this machine; set it in the conf file`)
}

function usage(): string {
  const lines = Object.entries<QueryOption>(QUERY_OPTIONS).map(
    ([name, { value, doc }]) => `  -${name}${value === undefined ? '' : `=${value}`}\n      ${doc}`,
  )
  return [
    'Usage: chainwright-query [-conf=<file>] [options]',
    '       chainwright-query -printgrants=<role>',
    '',
    `Each option can also be a line of the conf file (rpcport=8332) or an environment variable (${VARIABLE_PREFIX}RPCPORT=8332).`,
    '',
    ...lines,
  ].join('\n')
}
