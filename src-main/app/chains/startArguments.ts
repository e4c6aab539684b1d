/**
 * Parses the app's command line. If it names no chain, the app runs the chains of its chain list. Reads no files.
 */
import { isAbsolute, join, resolve } from 'node:path'
import {
  BASE_CHAIN,
  BASE_FOLDER,
  meansSandbox,
  parseCommandLine,
  SANDBOX_ARGS,
  SANDBOX_NAME,
} from '#shared/arguments.ts'

export interface LaunchEnvironment {
  readonly home: string
  readonly cwd: string
  /** value of CHAINWRIGHT_HOME, if set */
  readonly chosenRoot: string | undefined
}

/** Chain that the command line names. */
export interface NamedChain {
  readonly name: string
  readonly sandbox: boolean
  /** arguments for parseChainOptions */
  readonly chainWords: readonly string[]
  /** absolute path of the chain's folder */
  readonly directory: string
  /** command-line arguments for the node */
  readonly argv: readonly string[]
}

export interface StartArguments {
  /** absolute path of the folder with the list and its chains */
  readonly root: string
  /** undefined if the list decides which chains run */
  readonly named: NamedChain | undefined
  /** arguments for the node of every listed chain */
  readonly common: readonly string[]
  /** value of -updatecheck; undefined if the setting decides */
  readonly updateCheck: boolean | undefined
}

/** Invalid command line, with a text for users. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

const ROOT = /^--?root=(.*)$/s
const UPDATE_CHECK = /^--?(no)?updatecheck(?:=([01]))?$/
/** Options that select a chain. */
const NAMING = new Set(['sandbox', 'regtest', 'testnet', 'datadir', 'conf'])
/** Options that two chains cannot share, or that apply to only one chain. */
const SINGLE = new Set(
  (
    'port rpcport rpcbind rpccookiefile pubkey mineraddress loadblock importdir reindex rescan newwallet mocktime nuparams externalip ' +
    'connect addnode seednode whitebind exportdir gen automine testnode earlytxid metrics ' +
    'zmqpubcheckedblock zmqpubhashblock zmqpubhashtx zmqpubrawblock zmqpubrawtx'
  ).split(' '),
)

/** Parses the command line. @throws StartError if it is invalid */
export function readStartArguments(argv: readonly string[], surroundings: LaunchEnvironment): StartArguments {
  const chosen = argv.findLast((word) => ROOT.test(word))
  const path = chosen === undefined ? surroundings.chosenRoot : (ROOT.exec(chosen)?.[1] ?? '')
  if (path === '') throw new StartError('-root: missing path, as in -root=/some/where')
  const root = path === undefined ? join(surroundings.home, BASE_FOLDER) : resolve(surroundings.cwd, path)
  const updateCheck = updateCheckIn(argv)
  const words = argv.filter((word) => !ROOT.test(word) && !UPDATE_CHECK.test(word))
  const { options, words: others } = parseCommandLine(words)
  const names = [...options.keys()]
  if (others.length > 0 || names.some((key) => key.startsWith('ac_') || NAMING.has(key))) {
    return { root, named: namedChain(words, root, surroundings), common: [], updateCheck }
  }
  const single = names.find((key) => SINGLE.has(key))
  if (single !== undefined) {
    throw new StartError(
      `-${single} applies to one chain: name the chain with -sandbox, or -ac_name=<name> and its other options`,
    )
  }
  return { root, named: undefined, common: words, updateCheck }
}

function updateCheckIn(argv: readonly string[]): boolean | undefined {
  const match = argv.map((word) => UPDATE_CHECK.exec(word)).findLast((found) => found !== null)
  if (match === undefined || match === null) return undefined
  return (match[1] === undefined) !== (match[2] === '0')
}

function namedChain(words: readonly string[], root: string, { home, cwd }: LaunchEnvironment): NamedChain {
  const { options } = parseCommandLine(words)
  const sandbox = meansSandbox(options)
  const name = sandbox ? SANDBOX_NAME : options.get('ac_name')?.at(-1)?.slice(0, 64) || BASE_CHAIN
  const given = options.get('datadir')?.at(-1)
  const defining = [...options]
    .filter(([key]) => key.startsWith('ac_') || ['regtest', 'testnet', 'earlytxid', 'nuparams', 'port'].includes(key))
    .flatMap(([key, values]) => values.map((value) => `-${key}=${value}`))
  const directory = given ? (isAbsolute(given) ? given : resolve(cwd, given)) : chainFolder(root, name)
  const elsewhere = given === undefined && root !== join(home, BASE_FOLDER)
  return {
    name,
    sandbox,
    chainWords: sandbox ? [...SANDBOX_ARGS, ...defining.filter((word) => word.startsWith('-port='))] : defining,
    directory,
    argv: elsewhere ? [...words, `-datadir=${directory}`] : words,
  }
}

/** Returns the folder of a chain. As in komodod, the base chain uses the root folder itself. */
const chainFolder = (root: string, name: string) => (name === BASE_CHAIN ? root : join(root, name))
