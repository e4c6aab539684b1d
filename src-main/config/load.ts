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
import type { NodeOptions } from '../node/options.ts'
import { type Facts, nodeOptions } from './build.ts'
import { prepareDirectories, readConf } from './directories.ts'
import { INERT, OPTIONS, type OptionSpec } from './table.ts'
import { usageText } from './usage.ts'
import { createValues, OptionError } from './values.ts'

export interface LoadInput {
  /** without the program's own name */
  readonly argv: readonly string[]
  readonly home: string
  readonly cwd: string
  readonly cpus: number
  readonly version?: string
  /** Ports that the `-ac_` options give; throws an Error with a text for people. */
  readonly ports: (chainArgs: readonly string[]) => { readonly p2pPort: number; readonly rpcPort: number }
  readonly random: (length: number) => Uint8Array
}

export type LoadedOptions =
  | { readonly kind: 'options'; readonly options: NodeOptions; readonly warnings: readonly string[] }
  | { readonly kind: 'help' | 'version'; readonly text: string }
  | { readonly kind: 'error'; readonly message: string }

/**
 * Reads the command line, then the conf file of the chain that it names, in the reference's order (chain-params.md §1).
 * Makes missing directories and the conf file of a new chain. Never throws for what a person typed.
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
  if (['?', 'h', 'help'].some((key) => commandLine.has(key))) return { kind: 'help', text: usageText() }
  if (commandLine.has('version')) return { kind: 'version', text: `Chainwright ${input.version ?? ''}`.trim() }
  if (words[0] !== undefined) throw new OptionError(`"${words[0]}" is not an option: options start with "-"`)

  const sandbox = meansSandbox(commandLine)
  const chain = chainOf(commandLine, sandbox)
  const args = chainArgs(commandLine, sandbox)
  const ports = portsOf(input, args)
  const directories = prepareDirectories({
    home: input.home,
    cwd: input.cwd,
    chain: chain.name,
    network: chain.network,
    dataDir: commandLine.get('datadir')?.at(-1) || undefined,
    conf: commandLine.get('conf')?.at(-1) || undefined,
  })
  const conf = readConf(directories.confFile, { p2pPort: ports.p2pPort, random: input.random })
  const settings = createSettings(commandLine, withoutLate(conf.options))
  if (settings.get('rpcssl') !== undefined && isOn(settings.get('rpcssl') ?? '')) {
    throw new OptionError('SSL mode for RPC (-rpcssl) is no longer supported.')
  }
  const facts: Facts = {
    chain: { ...chain, args: [...args, ...upgradeArgs(settings)], cryptoConditions: hasCryptoConditions(args) },
    sandbox,
    ports,
    directories,
    cwd: input.cwd,
    cpus: input.cpus,
  }
  const options = nodeOptions(createValues(settings), facts)
  return { kind: 'options', options, warnings: warningsOf(settings, conf.options, conf.unreadable) }
}

/** The reference cuts longer names off (chain-params.md §2). */
const LONGEST_NAME = 64

function chainOf(commandLine: OptionValues, sandbox: boolean): { name: string; network: 'main' | 'regtest' } {
  const name = commandLine.get('ac_name')?.at(-1)?.slice(0, LONGEST_NAME)
  if (sandbox) {
    if (name !== undefined && name !== SANDBOX_NAME)
      throw new OptionError('-sandbox is a chain of its own: leave -ac_name out')
    return { name: SANDBOX_NAME, network: 'regtest' }
  }
  return { name: name || BASE_CHAIN, network: isOn(commandLine.get('regtest')?.at(-1) ?? '0') ? 'regtest' : 'main' }
}

/** What defines the chain, from the command line only. */
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

/** These indexes are on by default where crypto conditions are (chain-params.md §4). */
function hasCryptoConditions(args: readonly string[]): boolean {
  return args.some((arg) => /^-ac_cc(activate)?=0*[1-9]/.test(arg))
}

function portsOf(input: LoadInput, args: readonly string[]): ReturnType<LoadInput['ports']> {
  try {
    return input.ports(args)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new OptionError(message.replace(/^Error: /, ''), { cause: error })
  }
}

const isLate = (key: string) =>
  key.startsWith('ac_') || (Object.hasOwn(OPTIONS, key) && specOf(key)?.commandLineOnly === true)

function specOf(key: string): OptionSpec | undefined {
  return Object.hasOwn(OPTIONS, key) ? OPTIONS[key as keyof typeof OPTIONS] : undefined
}

/** The conf file is read when these have already been used. */
function withoutLate(conf: OptionValues): OptionValues {
  return new Map([...conf].filter(([key]) => !isLate(key)))
}

/** `regtest=1` is in every conf file of a regtest node, because the client reads it there. */
const EXPECTED_IN_CONF = new Set(['regtest', 'ac_name', 'testnet'])

function warningsOf(settings: Settings, conf: OptionValues, unreadable: readonly number[]): string[] {
  const warnings: string[] = []
  for (const key of settings.keys()) {
    const positive = key.startsWith('no') && !isKnown(key) ? key.slice(2) : key
    if (INERT.has(positive)) warnings.push(`-${key} is accepted but has no effect`)
    else if (!isKnown(positive)) warnings.push(`-${key} is not an option of this program and is ignored`)
  }
  for (const key of conf.keys()) {
    if (isLate(key) && !EXPECTED_IN_CONF.has(key)) {
      warnings.push(`${key} in the conf file is ignored: it counts on the command line only`)
    }
  }
  for (const line of unreadable) warnings.push(`line ${line} of the conf file is not key=value and is ignored`)
  return warnings
}

/** `-ac_` names are checked by whoever knows what they mean. */
function isKnown(key: string): boolean {
  return key.startsWith('ac_') || ['earlytxid', 'rpcssl'].includes(key) || specOf(key) !== undefined
}
