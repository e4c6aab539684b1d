/** Profile of one chain, from the list or the command line, as the chain manager uses it. */
import { join } from 'node:path'
import { confFileName, SANDBOX_ARGS } from '#shared/arguments.ts'
import { buildChainParams, type ChainParams, canonicalOptions, parseChainOptions } from '../../node/index.ts'
import type { ChainEntry } from './chainList.ts'
import { confPort } from './confPort.ts'
import type { NamedChain, StartArguments } from './startArguments.ts'

/** Id of a chain that the command line names and the list does not contain. */
const COMMAND_LINE_ID = 'commandline'

export interface ChainProfile {
  readonly id: string
  readonly kind: ChainEntry['kind'] | 'commandline'
  readonly label: string
  readonly name: string
  readonly network: 'main' | 'regtest'
  /** normalised options */
  readonly options: readonly string[]
  readonly peers: readonly string[]
  /** absolute path of the chain's folder */
  readonly directory: string
  readonly testnode: boolean
  /** undefined if the options are invalid; starting the node then gives the reason */
  readonly params: ChainParams | undefined
  /** command-line arguments for the node */
  readonly argv: readonly string[]
  /** current entry in the list; undefined if the list does not contain the chain */
  readonly entry: ChainEntry | undefined
  /** start even if the P2P port is taken, as komodod does */
  readonly lenient: boolean
}

function parseChainParams(words: readonly string[]): ChainParams | undefined {
  const parsed = parseChainOptions(words)
  return parsed.ok ? buildChainParams(parsed.options) : undefined
}

/**
 * Builds the profile of a list entry.
 * @param read returns the chain parameters for the given options
 */
export function buildProfile(
  entry: ChainEntry,
  { root, common }: Pick<StartArguments, 'root' | 'common'>,
  read = parseChainParams,
): ChainProfile {
  const directory = join(root, entry.folder)
  const ports = [
    ...(entry.p2pPort === null ? [] : [`-port=${entry.p2pPort}`]),
    ...(entry.rpcPort === null ? [] : [`-rpcport=${entry.rpcPort}`]),
  ]
  return {
    ...{ id: entry.id, kind: entry.kind, label: entry.label, name: entry.name, network: entry.network },
    ...{ options: entry.options, peers: entry.peers, testnode: entry.testnode, entry, directory, lenient: false },
    params: read([...entry.options, ...ports.filter((word) => word.startsWith('-port='))]),
    argv: [
      ...(entry.kind === 'sandbox' ? ['-sandbox'] : entry.options),
      `-datadir=${directory}`,
      ...ports,
      ...entry.peers.map((peer) => `-addnode=${peer}`),
      ...(entry.testnode ? ['-testnode=1'] : []),
      ...entry.settings,
      ...common,
    ],
  }
}

function namedSubject(named: NamedChain): ChainProfile {
  const params = parseChainParams(named.chainWords)
  return {
    ...{ id: COMMAND_LINE_ID, kind: 'commandline', label: named.name, name: named.name, peers: [], testnode: false },
    ...{ directory: named.directory, params, argv: named.argv, entry: undefined, lenient: true },
    network: named.chainWords.some((word) => /^-regtest(=|$)/.test(word)) ? 'regtest' : 'main',
    options: params === undefined ? [] : canonicalOptions(params.options),
  }
}

/**
 * Builds the profiles of all chains in the list. A listed chain that the command line names gets the arguments of the
 * command line. Every window call reads the profiles, so profiles of unchanged entries are reused.
 */
export class ChainProfiles {
  readonly #start: StartArguments
  /** chain that the command line names */
  readonly #named: ChainProfile | undefined
  /**
   * id of the list entry for the chain of the command line, determined once at startup; null if the list has no such
   * entry
   */
  #sameId: string | null | undefined
  #known = new Map<string, ChainParams | undefined>()
  #last: { readonly chains: readonly ChainEntry[]; readonly profiles: readonly ChainProfile[] } | undefined

  constructor(start: StartArguments) {
    this.#start = start
    this.#named = start.named && namedSubject(start.named)
  }

  of(chains: readonly ChainEntry[]): readonly ChainProfile[] {
    if (this.#last?.chains !== chains) this.#last = { chains, profiles: this.#build(chains) }
    return this.#last.profiles
  }

  #build(chains: readonly ChainEntry[]): readonly ChainProfile[] {
    const before = this.#known
    const known = new Map<string, ChainParams | undefined>()
    this.#known = known
    const read = (words: readonly string[]) => {
      const key = words.join(' ')
      const params = before.has(key) ? before.get(key) : parseChainParams(words)
      known.set(key, params)
      return params
    }
    const listed = chains.map((entry) => buildProfile(entry, this.#start, read))
    const named = this.#named
    if (named === undefined) return listed
    if (this.#sameId === undefined)
      this.#sameId =
        listed.find((profile) => profile.directory === named.directory && isSame(profile, named))?.id ?? null
    if (this.#sameId === null) return [...listed, named]
    const { argv, lenient, params } = named
    return listed.map((profile) => (profile.id === this.#sameId ? { ...profile, argv, lenient, params } : profile))
  }
}

export function sandboxPair(profiles: readonly ChainProfile[]): {
  readonly me: ChainProfile | undefined
  readonly friend: ChainProfile | undefined
} {
  const of = (kind: ChainProfile['kind']) => profiles.find((profile) => profile.kind === kind)
  return { me: of('sandbox'), friend: of('friend') }
}

/** Returns true if both are the same chain: all options that define a chain are equal. */
export function isSame(a: Pick<ChainProfile, 'options'>, b: Pick<ChainProfile, 'options'>): boolean {
  return a.options.join(' ') === b.options.join(' ')
}

const SANDBOX_PARAMS = buildSandbox()

function buildSandbox(): ChainParams {
  const params = parseChainParams(SANDBOX_ARGS)
  if (params === undefined) throw new Error('the options of the sandbox do not describe a valid chain')
  return params
}

/** Chain data of the sandbox for its list entry. */
export const sandboxChain = {
  params: SANDBOX_PARAMS,
  options: canonicalOptions(SANDBOX_PARAMS.options),
  magic: SANDBOX_PARAMS.magic.toString(16).padStart(8, '0'),
}

/** Returns the folder with the chain's files, except its conf file. */
export const dataDirectory = ({ directory, network }: Pick<ChainProfile, 'directory' | 'network'>) =>
  network === 'regtest' ? join(directory, 'regtest') : directory

export const getConfFile = ({ directory, name }: Pick<ChainProfile, 'directory' | 'name'>) =>
  join(directory, confFileName(name))

/**
 * Returns the ports that the chain uses when it runs: those chosen by the user, from the conf file, or from the
 * parameters. A port is 0 if unknown, as for the sandbox's second wallet, which gets free ports at each start.
 */
export function resolvePorts({ params, argv, directory, name, kind }: ChainProfile): {
  p2pport: number
  rpcport: number
} {
  if (kind === 'friend') return { p2pport: 0, rpcport: 0 }
  const p2pport = params?.p2pPort ?? 0
  const given = argv.findLast((word) => /^--?rpcport=\d{1,5}$/.test(word))
  if (given !== undefined) return { p2pport, rpcport: Number(given.split('=')[1]) }
  return { p2pport, rpcport: confPort(getConfFile({ directory, name })) ?? params?.rpcPort ?? 0 }
}
