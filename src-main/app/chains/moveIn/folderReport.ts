/** Describes an old node's folder for users: what is in it, what a move would take, and what stands in its way. */
import type { ChainMethodResult } from '#shared/chains/index.ts'
import type { Satoshis, UnixSeconds } from '#shared/units.ts'
import { type OldWalletReport, readWalletDat, reportOldWallet, spaceForBlocks } from '../../../node/index.ts'
import {
  findHandoverProblem,
  findRunningSigns,
  formatCommandLine,
  hasOldUser,
  isShortPassword,
  moveInText,
  type OldConf,
  type OldFolder,
  type RunningSigns,
  readOldConf,
  type SystemSigns,
} from '../../moveIn/index.ts'
import type { ChainProfile } from '../chainProfile.ts'
import { type Definition, findDefinition } from './definition.ts'

export type OldFolderRow = ChainMethodResult<'findnodefolders'>['folders'][number]
export type OldFolderReport = ChainMethodResult<'inspectnodefolder'>

export interface ReportDeps {
  readonly system: SystemSigns
  profiles(): readonly ChainProfile[]
  /** Returns true if a node of this program listens on the port. */
  isOwnPort(port: number): boolean
  /** Returns the id of the chain that the folder was moved into, or null. */
  movedInto(folder: string): string | null
  /** Returns the conf file's text: the former one if this program has replaced it. @throws Error with a text */
  confText(folder: OldFolder): string | undefined
  freeBytes(): Promise<number | null>
  /** Returns the coins of a wallet file's keys on a running chain of this program; null if they are unknown. */
  balance(id: string, file: string, signal: AbortSignal | undefined): Promise<Satoshis | null>
}

/** A folder with all that was found about it. */
export interface InspectedFolder {
  readonly folder: OldFolder
  readonly running: RunningSigns
  readonly definition: Definition
  readonly conf: OldConf | undefined
  readonly report: OldFolderReport
}

const parsedConf = (folder: OldFolder, deps: ReportDeps): OldConf | undefined => {
  try {
    const text = deps.confText(folder)
    return text === undefined ? undefined : readOldConf(text)
  } catch {
    return undefined
  }
}

async function findRunning(folder: OldFolder, conf: OldConf | undefined, deps: ReportDeps): Promise<RunningSigns> {
  const port = conf?.rpcPort
  const free = port === undefined || deps.isOwnPort(port) ? undefined : port
  return findRunningSigns(folder, free, deps.system)
}

function toRow(folder: OldFolder, running: RunningSigns, deps: ReportDeps): OldFolderRow {
  return {
    ...{ folder: folder.folder, chain: folder.chain, network: folder.network, size: folder.size },
    ...{ wallet: folder.wallet, conf: folder.conf },
    blocks: { files: folder.blocks.length, size: blockBytes(folder) },
    running: {
      ...{ state: running.state, signs: [...running.signs], pid: running.pid },
      commandline: running.argv === null ? null : formatCommandLine(running.argv),
    },
    id: deps.movedInto(folder.folder),
  }
}

const blockBytes = ({ blocks }: OldFolder) => blocks.reduce((sum, { size }) => sum + size, 0)

export async function describeRow(folder: OldFolder, deps: ReportDeps): Promise<OldFolderRow> {
  return toRow(folder, await findRunning(folder, parsedConf(folder, deps), deps), deps)
}

/** @param text pasted options; undefined if none were given */
export async function inspectFolder(
  folder: OldFolder,
  text: string | undefined,
  deps: ReportDeps,
  signal?: AbortSignal,
): Promise<InspectedFolder> {
  const conf = parsedConf(folder, deps)
  const running = await findRunning(folder, conf, deps)
  const profiles = deps.profiles()
  const definition = await findDefinition(folder, { text, argv: running.argv, profiles })
  const described = describeDefinition(definition, folder, running, profiles)
  const found = folder.wallet === null ? null : await describeWallet(folder.wallet.file, signal)
  const balance =
    found === null || found.problem !== null || described.id === null
      ? null
      : await deps.balance(described.id, found.file, signal)
  const keys = found && { ...found, balance }
  const needed = spaceForBlocks(blockBytes(folder))
  const free = await deps.freeBytes()
  const obstacle = findObstacle({ folder, running, definition, needed, free })
  const report: OldFolderReport = {
    ...toRow(folder, running, deps),
    ...{ ready: obstacle === null, obstacle, keys, needed, free },
    definition: described,
    settings: folder.conf === null ? null : describeConf(folder.conf, conf),
    warnings: listWarnings(folder, conf),
  }
  return { folder, running, definition, conf, report }
}

interface ObstacleFacts extends Pick<InspectedFolder, 'folder' | 'running' | 'definition'> {
  readonly needed: number
  readonly free: number | null
}

function findObstacle({ folder, running, definition, needed, free }: ObstacleFacts): string | null {
  const name = definition.known?.params.name ?? folder.chain
  if (running.state === 'yes') return moveInText('running', { command: stopCommand(name) })
  if (definition.refused !== null) return definition.refused
  if (definition.problems[0] !== undefined) return definition.problems[0]
  if (folder.wallet === null && folder.blocks.length === 0 && folder.conf === null) return moveInText('nothing')
  if (free !== null && free < needed) return moveInText('diskShort', { needed: String(needed), free: String(free) })
  return null
}

const stopCommand = (name: string) => (name === 'KMD' ? 'komodo-cli stop' : `komodo-cli -ac_name=${name} stop`)

function describeDefinition(
  { known, from, verified, problems, refused, peers }: Definition,
  { network, chain }: OldFolder,
  running: RunningSigns,
  profiles: readonly ChainProfile[],
): OldFolderReport['definition'] {
  const same =
    known && profiles.find(({ kind, options }) => kind !== 'friend' && options.join(' ') === known.options.join(' '))
  // A running node can be followed as a peer instead.
  const near = known !== undefined && running.state === 'yes' ? [`127.0.0.1:${known.params.p2pPort}`] : []
  return {
    ...{ ok: known !== undefined && problems.length === 0 && refused === null, from, verified, refused },
    problems: [...problems],
    name: known?.params.name ?? chain,
    network: network === 'regtest' ? 'regtest' : 'main',
    options: [...(known?.options ?? [])],
    magic: known?.magic ?? '',
    peers: [...near, ...peers],
    id: same?.id ?? null,
  }
}

const NO_KEYS: OldWalletReport = {
  ...{ keys: 0, encryptedKeys: 0, watchOnly: 0, scripts: 0, labels: 0, transactions: 0, shielded: 0, oldest: 0 },
  ...{ cleanlyClosed: true, rescued: 'no', leakedKeys: 0, leakedSeed: false, warnings: [] },
}

/** Reads the wallet without its secrets. A problem is part of the result. */
async function describeWallet(
  file: string,
  signal: AbortSignal | undefined,
): Promise<Omit<NonNullable<OldFolderReport['keys']>, 'balance'>> {
  let found = NO_KEYS
  let problem: string | null = null
  try {
    const wallet = await readWalletDat(file, signal === undefined ? {} : { signal })
    try {
      found = reportOldWallet(wallet)
    } finally {
      wallet.wipe()
    }
  } catch (error) {
    if (signal?.aborted) throw error
    problem = error instanceof Error ? error.message : String(error)
  }
  const { keys, scripts, labels, transactions, shielded, rescued } = found
  return {
    ...{ file, problem, encrypted: found.encryptedKeys > 0, keys, encryptedkeys: found.encryptedKeys },
    ...{ watchonly: found.watchOnly, scripts, labels, transactions, shielded },
    ...{ oldest: found.oldest as UnixSeconds, cleanlyclosed: found.cleanlyClosed, rescued },
    leaks: { plainkeys: found.leakedKeys, plainseed: found.leakedSeed },
    warnings: [...found.warnings],
  }
}

function describeConf(file: string, conf: OldConf | undefined): NonNullable<OldFolderReport['settings']> {
  const [taken, ask, leftout] = [conf?.taken ?? [], conf?.asked ?? [], conf?.leftOut ?? []]
  const usable = conf !== undefined && hasOldUser(conf)
  const problem = findHandoverProblem(file) ?? (usable ? null : moveInText('confNoUser', { path: file }))
  return {
    ...{ file, problem, user: usable ? conf.user : '', shortpassword: usable && isShortPassword(conf) },
    taken: [...taken],
    ask: ask.map(({ option, value, reason }) => ({ option, value, reason })),
    leftout: [...leftout],
  }
}

function listWarnings({ wallet, otherWallets }: OldFolder, conf: OldConf | undefined): string[] {
  return [
    ...(otherWallets.length > 0 ? [moveInText('copies', { files: otherWallets.join(', ') })] : []),
    ...(wallet === null ? [] : [moveInText('sameKeys')]),
    ...(conf === undefined ? [] : [moveInText('samePorts')]),
    ...(conf !== undefined && hasOldUser(conf) && isShortPassword(conf) ? [moveInText('shortPassword')] : []),
  ]
}
