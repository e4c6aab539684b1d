/** One chain as the chain manager works with it, whether it stands in the list or on the command line. */
import { join } from 'node:path'
import { confFileName, SANDBOX_ARGS } from '#shared/arguments.ts'
import { buildChainParams, type ChainParams, canonicalOptions, parseChainOptions } from '../../node/consensus/index.ts'
import type { ChainEntry } from './chainList.ts'
import { confPort } from './confPort.ts'
import type { NamedChain, StartArguments } from './startArguments.ts'

/** Of the chain that the command line names, where the list does not have it. */
const COMMAND_LINE_ID = 'commandline'

export interface ChainProfile {
  readonly id: string
  readonly kind: ChainEntry['kind'] | 'commandline'
  readonly label: string
  readonly name: string
  readonly network: 'main' | 'regtest'
  /** normalised */
  readonly options: readonly string[]
  readonly peers: readonly string[]
  /** absolute */
  readonly directory: string
  readonly testnode: boolean
  /** undefined: the options are not understood; the node says why when it is started */
  readonly params: ChainParams | undefined
  /** for the node */
  readonly argv: readonly string[]
  /** in the list, which can change */
  readonly entry: ChainEntry | undefined
  /** a port for peers that is taken is no reason not to start, as for the daemon */
  readonly lenient: boolean
}

function paramsOf(words: readonly string[]): ChainParams | undefined {
  const parsed = parseChainOptions(words)
  return parsed.ok ? buildChainParams(parsed.options) : undefined
}

function profileOf(entry: ChainEntry, { root, common }: StartArguments, read: typeof paramsOf): ChainProfile {
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
      ...common,
    ],
  }
}

function namedSubject(named: NamedChain): ChainProfile {
  const params = paramsOf(named.chainWords)
  return {
    ...{ id: COMMAND_LINE_ID, kind: 'commandline', label: named.name, name: named.name, peers: [], testnode: false },
    ...{ directory: named.directory, params, argv: named.argv, entry: undefined, lenient: true },
    network: named.chainWords.some((word) => /^-regtest(=|$)/.test(word)) ? 'regtest' : 'main',
    options: params === undefined ? [] : canonicalOptions(params.options),
  }
}

/**
 * Every chain there is, from the list. One that the command line names too is started as the command line says. It is
 * asked for with every call of a window, so that a list that has not changed costs nothing, and one that has little.
 */
export function createProfiles(start: StartArguments): (chains: readonly ChainEntry[]) => readonly ChainProfile[] {
  const own = start.named && namedSubject(start.named)
  /** Which of the list it was at the start; null: none, and so it stays, whatever is added. */
  let sameId: string | null | undefined
  let known = new Map<string, ChainParams | undefined>()
  let last: { readonly chains: readonly ChainEntry[]; readonly profiles: readonly ChainProfile[] } | undefined

  const build = (chains: readonly ChainEntry[]): readonly ChainProfile[] => {
    const before = known
    known = new Map()
    const read = (words: readonly string[]) => {
      const key = words.join(' ')
      const params = before.has(key) ? before.get(key) : paramsOf(words)
      known.set(key, params)
      return params
    }
    const listed = chains.map((entry) => profileOf(entry, start, read))
    if (own === undefined) return listed
    if (sameId === undefined)
      sameId = listed.find((profile) => profile.directory === own.directory && isSame(profile, own))?.id ?? null
    if (sameId === null) return [...listed, own]
    const { argv, lenient, params } = own
    return listed.map((profile) => (profile.id === sameId ? { ...profile, argv, lenient, params } : profile))
  }

  return (chains) => {
    if (last?.chains !== chains) last = { chains, profiles: build(chains) }
    return last.profiles
  }
}

/** Whether two are the same chain, by all that defines one. */
export function isSame(a: Pick<ChainProfile, 'options'>, b: Pick<ChainProfile, 'options'>): boolean {
  return a.options.join(' ') === b.options.join(' ')
}

const SANDBOX_PARAMS = buildSandbox()

function buildSandbox(): ChainParams {
  const params = paramsOf(SANDBOX_ARGS)
  if (params === undefined) throw new Error('the sandbox is no chain')
  return params
}

/** The sandbox as a chain like any other. */
export const sandboxChain = {
  params: SANDBOX_PARAMS,
  options: canonicalOptions(SANDBOX_PARAMS.options),
  magic: SANDBOX_PARAMS.magic.toString(16).padStart(8, '0'),
}

export const confFileOf = ({ directory, name }: Pick<ChainProfile, 'directory' | 'name'>) =>
  join(directory, confFileName(name))

/** Ports as they are used, or would be: chosen, from the conf file, or as the parameters give them. 0: not known. */
export function portsOf({ params, argv, directory, name }: ChainProfile): { p2pport: number; rpcport: number } {
  const p2pport = params?.p2pPort ?? 0
  const given = argv.findLast((word) => /^--?rpcport=\d{1,5}$/.test(word))
  if (given !== undefined) return { p2pport, rpcport: Number(given.split('=')[1]) }
  return { p2pport, rpcport: confPort(confFileOf({ directory, name })) ?? params?.rpcPort ?? 0 }
}
