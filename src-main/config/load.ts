import {
  BASE_CHAIN,
  type ConfFile,
  createSettings,
  isOn,
  meansSandbox,
  type OptionValues,
  parseCommandLine,
  SANDBOX_ARGS,
  SANDBOX_NAME,
  type Settings,
} from '#shared/arguments.ts'
import { closest } from '#shared/closest.ts'
import { findLogCategories, findModuleCategory, LOG_CATEGORY_NAMES } from '#shared/logCategories.ts'
import { isMethodName } from '#shared/rpc/index.ts'
import { CONF_RPC_BIND, type NodeOptions } from '../node/index.ts'
import { nodeOptions, type StartFacts } from './build.ts'
import { prepareDirectories, readConf } from './directories.ts'
import { inertWarnings, isInert, type UsedOption } from './ignoredOptions.ts'
import { OPTIONS, type OptionSpec } from './table.ts'
import { type AboutText, findAboutText } from './usage.ts'
import { createValues, OptionError } from './values.ts'

export interface LoadInput {
  /** without the program's own name */
  readonly argv: readonly string[]
  readonly home: string
  readonly cwd: string
  readonly cpus: number
  readonly version?: string
  /** Returns the ports for the `-ac_` options. @throws Error with a text for the user */
  readonly ports: (chainArgs: readonly string[]) => { readonly p2pPort: number; readonly rpcPort: number }
  readonly random: (length: number) => Uint8Array
}

export type LoadedOptions =
  | {
      readonly kind: 'options'
      readonly options: NodeOptions
      readonly warnings: readonly string[]
      /** value of `-daemon` */
      readonly background: boolean
    }
  | AboutText
  | { readonly kind: 'error'; readonly message: string }

/**
 * Reads the command line, then the conf file of the chain that it names, in the reference's order (chain-params.md §1).
 * Creates missing directories and the conf file of a new chain. Never throws for invalid input of the user.
 */
export function loadOptions(input: LoadInput): LoadedOptions {
  try {
    return load(input)
  } catch (error) {
    if (error instanceof OptionError) return { kind: 'error', message: error.message }
    throw error
  }
}

function load(input: LoadInput): LoadedOptions {
  const { options: commandLine, words } = parseCommandLine(input.argv)
  const about = findAboutText('chainwrightd', commandLine, input.version ?? '')
  if (about !== undefined) return about
  if (words[0] !== undefined) throw new OptionError(`"${words[0]}" is not an option: options start with "-"`)

  const sandbox = meansSandbox(commandLine)
  const chain = selectChain(commandLine, sandbox)
  const args = chainArgs(commandLine, sandbox)
  const ports = computePorts(input, args)
  const directories = prepareDirectories({
    home: input.home,
    cwd: input.cwd,
    chain: chain.name,
    network: chain.network,
    dataDir: findPath(commandLine, 'datadir'),
    conf: findPath(commandLine, 'conf'),
  })
  const conf = readConf(directories.confFile, { p2pPort: ports.p2pPort, random: input.random })
  const settings = createSettings(commandLine, withoutReplaced(withoutLate(conf.options), commandLine))
  if (settings.get('rpcssl') !== undefined && isOn(settings.get('rpcssl') ?? '')) {
    throw new OptionError('SSL mode for RPC (-rpcssl) is no longer supported.')
  }
  const facts: StartFacts = {
    chain: { ...chain, args: [...args, ...upgradeArgs(settings)], cryptoConditions: hasCryptoConditions(args) },
    sandbox,
    ports,
    directories,
    cwd: input.cwd,
    cpus: input.cpus,
  }
  const spell = (name: string) =>
    commandLine.has(name)
      ? `-${name}=${settings.get(name)}`
      : `${name}=${settings.get(name)} in ${directories.confFile}`
  const values = createValues(settings, spell)
  const options = nodeOptions(values, facts)
  const warnings = listWarnings(options, commandLine, conf, directories.confFile)
  return { kind: 'options', options, warnings, background: values.flag('daemon', false) }
}

function findPath(commandLine: OptionValues, name: 'datadir' | 'conf'): string | undefined {
  const path = commandLine.get(name)?.at(-1)
  if (path === '') throw new OptionError(`-${name}: missing path, as in -${name}=/some/where`)
  return path
}

/** Maximum length of a chain's name. The reference cuts off the rest (chain-params.md §2). */
const MAX_CHAIN_NAME_LENGTH = 64

function selectChain(commandLine: OptionValues, sandbox: boolean): { name: string; network: 'main' | 'regtest' } {
  const name = commandLine.get('ac_name')?.at(-1)?.slice(0, MAX_CHAIN_NAME_LENGTH)
  if (name === '') throw new OptionError('-ac_name: missing name; omit the option for the chain without a name')
  if (sandbox) {
    if (name !== undefined && name !== SANDBOX_NAME)
      throw new OptionError('-sandbox is a separate chain: omit -ac_name')
    const own = [...commandLine.keys()].find((key) => key.startsWith('ac_') && key !== 'ac_name')
    if (own !== undefined)
      throw new OptionError(`-${own}: the sandbox has its own parameters; name another chain with -ac_name=<name>`)
    return { name: SANDBOX_NAME, network: 'regtest' }
  }
  return { name: name || BASE_CHAIN, network: isOn(commandLine.get('regtest')?.at(-1) ?? '0') ? 'regtest' : 'main' }
}

/** Returns the options that define the chain, which are read from the command line only. */
function chainArgs(commandLine: OptionValues, sandbox: boolean): string[] {
  const own = new Set(['regtest', 'testnet', 'port', 'maxreorg', 'earlytxid'])
  const given = [...commandLine]
    .filter(([key]) => key.startsWith('ac_') || own.has(key))
    .flatMap(([key, values]) => values.map((value) => `-${key}=${value}`))
  return sandbox ? [...SANDBOX_ARGS, ...given.filter((arg) => arg.startsWith('-port='))] : given
}

function upgradeArgs(settings: Settings): string[] {
  return settings.all('nuparams').map((value) => `-nuparams=${value}`)
}

/** Returns true if the chain has crypto conditions, so that indexes are on by default (chain-params.md §4). */
function hasCryptoConditions(args: readonly string[]): boolean {
  return args.some((arg) => /^-ac_cc(activate)?=0*[1-9]/.test(arg))
}

function computePorts(input: LoadInput, args: readonly string[]): ReturnType<LoadInput['ports']> {
  try {
    return input.ports(args)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new OptionError(message.replace(/^Error: /, ''), { cause: error })
  }
}

/** Options that are read before the conf file and are not settings of the node. */
const ALSO_LATE = new Set(['testnet', 'earlytxid'])

const isLate = (key: string) => key.startsWith('ac_') || ALSO_LATE.has(key) || findSpec(key)?.commandLineOnly === true

function findSpec(key: string): OptionSpec | undefined {
  return Object.hasOwn(OPTIONS, key) ? OPTIONS[key as keyof typeof OPTIONS] : undefined
}

/** Returns the options without those that must be known before the conf file is read. */
function withoutLate(conf: OptionValues): OptionValues {
  return new Map([...conf].filter(([key]) => !isLate(key)))
}

/**
 * Returns the options of the conf file. If the command line names RPC addresses, the `rpcbind` that this program wrote
 * into the file is omitted. Otherwise a user with another listen address would have to delete that line first.
 */
function withoutReplaced(conf: OptionValues, commandLine: OptionValues): OptionValues {
  const written = conf.get('rpcbind')?.every((address) => address === CONF_RPC_BIND) ?? false
  if (!written || !commandLine.has('rpcbind')) return conf
  return new Map([...conf].filter(([key]) => key !== 'rpcbind'))
}

/**
 * Options without a warning in a conf file. `regtest=1` is in every conf file of a regtest node, because the client
 * reads it there.
 */
const EXPECTED_IN_CONF = new Set(['regtest', 'ac_name', 'testnet'])

function listWarnings(options: NodeOptions, commandLine: OptionValues, conf: ConfFile, confFile: string): string[] {
  const late = [...conf.options.keys()].filter(isLate)
  const used = [...usedOptions(commandLine, '-'), ...usedOptions(withoutLate(conf.options), '')]
  return [
    ...inertWarnings(used),
    ...used
      .filter(({ name }) => !isKnown(name) && !isInert(name))
      .map(
        ({ name, spelling }) =>
          `${spelling} is not an option of this program and is ignored${suggestion(name, spelling)}`,
      ),
    ...late
      .filter((key) => !EXPECTED_IN_CONF.has(key))
      .map((key) => `${key} in the conf file is ignored: it has an effect on the command line only`),
    ...conf.unreadable.map((line) => `line ${line} of ${confFile} is not key=value and is ignored`),
    ...options.rpc.users.whitelists.flatMap(({ user, methods }) =>
      methods
        .filter((method) => !isMethodName(method))
        .map((method) => `-rpcwhitelist: unknown method ${method} in the whitelist of ${user}`),
    ),
    ...unknownCategories('debug', options.log.debug),
    ...unknownCategories('debugexclude', options.log.exclude),
  ]
}

function unknownCategories(option: 'debug' | 'debugexclude', names: readonly string[]): string[] {
  return names
    .filter((name) => findLogCategories(name) === undefined && findModuleCategory(name) === undefined)
    .map((name) => `-${option}=${name} has no effect: the log categories are ${LOG_CATEGORY_NAMES.join(', ')}`)
}

/** Returns each option once. A negated option has its positive name, and its spelling as given. */
function usedOptions(options: OptionValues, prefix: string): UsedOption[] {
  const negated = (key: string) => key.startsWith('no') && options.has(key.slice(2))
  return [...options]
    .filter(([key]) => !negated(key))
    .map(([name, values]) => ({
      name,
      spelling: `${prefix}${options.has(`no${name}`) ? 'no' : ''}${name}`,
      on: values.some((value) => isOn(value) || !/^[0-9]*$/.test(value)),
    }))
}

function suggestion(name: string, spelling: string): string {
  const like = closest(name, Object.keys(OPTIONS))
  return like === undefined ? '' : `; did you mean ${spelling.startsWith('-') ? '-' : ''}${like}?`
}

/** Returns true for options of this program. `-ac_` names are checked by consensus. */
function isKnown(key: string): boolean {
  return key.startsWith('ac_') || ALSO_LATE.has(key) || key === 'rpcssl' || findSpec(key) !== undefined
}
