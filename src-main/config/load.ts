import {
  BASE_CHAIN,
  createSettings,
  isOn,
  meansSandbox,
  type OptionValues,
  parseCommandLine,
  SANDBOX_ARGS,
  SANDBOX_NAME,
  type Settings,
} from '#shared/arguments.ts'
import { CONF_RPC_BIND, type NodeOptions } from '../node/index.ts'
import { nodeOptions, type StartFacts } from './build.ts'
import { prepareDirectories, readConf } from './directories.ts'
import { REFUSED_OPTIONS } from './ignoredOptions.ts'
import { type AboutText, findAboutText } from './usage.ts'
import { createValues, OptionError } from './values.ts'
import { listConfWarnings, listMistakes, listWarnings, withoutLate } from './warnings.ts'

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
  /** `write`: write a missing conf file, with a new password; `require`: a missing conf file is an error */
  readonly missingConf?: 'write' | 'require'
}

/** Conf file as it was read, for a later comparison. */
export interface LoadedConf {
  readonly path: string
  /** options that count: neither replaced by the command line nor valid on the command line only */
  readonly options: OptionValues
  /** warnings about this file, with the mistakes */
  readonly warnings: readonly string[]
  /** number of lines that are not options of this program */
  readonly mistakes: number
}

export type LoadedOptions =
  | {
      readonly kind: 'options'
      readonly options: NodeOptions
      readonly warnings: readonly string[]
      readonly conf: LoadedConf
      /** value of `-daemon` */
      readonly background: boolean
    }
  | AboutText
  | { readonly kind: 'error'; readonly message: string }

/**
 * Reads the command line, then the conf file of the chain that it names, in the reference's order (chain-params.md §1).
 * Creates missing directories and, unless the input says otherwise, the conf file of a new chain. Never throws for
 * invalid input of the user.
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
  refuseOptions(createSettings(commandLine, new Map()), (name) => `-${name}`)

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
  const path = directories.confFile
  const fresh = { p2pPort: ports.p2pPort, random: input.random }
  const conf = { ...readConf(path, input.missingConf === 'require' ? undefined : fresh), path }
  const settings = createSettings(commandLine, withoutReplaced(withoutLate(conf.options), commandLine))
  refuseOptions(settings, (name) => (commandLine.has(name) ? `-${name}` : `${name} in ${path}`))
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
    commandLine.has(name) ? `-${name}=${settings.get(name)}` : `${name}=${settings.get(name)} in ${path}`
  const values = createValues(settings, spell)
  const options = nodeOptions(values, facts)
  const warnings = listWarnings(options, commandLine, conf)
  const counted = new Map([...withoutLate(conf.options)].filter(([name]) => !commandLine.has(name)))
  return {
    ...{ kind: 'options', options, warnings, background: values.flag('daemon', false) },
    conf: {
      ...{ path, options: counted, mistakes: listMistakes(conf).length },
      warnings: listConfWarnings(options, conf),
    },
  }
}

/** @throws OptionError if an option is on that this program refuses */
function refuseOptions(settings: Settings, spell: (name: string) => string): void {
  for (const [name, reason] of Object.entries(REFUSED_OPTIONS)) {
    const text = settings.get(name)
    if (text !== undefined && text !== '0') throw new OptionError(`${spell(name)}: ${reason}`)
  }
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

/**
 * Returns the options of the conf file. If the command line names RPC addresses, the `rpcbind` that this program wrote
 * into the file is omitted. Otherwise a user with another listen address would have to delete that line first.
 */
function withoutReplaced(conf: OptionValues, commandLine: OptionValues): OptionValues {
  const written = conf.get('rpcbind')?.every((address) => address === CONF_RPC_BIND) ?? false
  if (!written || !commandLine.has('rpcbind')) return conf
  return new Map([...conf].filter(([key]) => key !== 'rpcbind'))
}
