/** Format and limits of the list of chains on disk, and its parser for untrusted text. */

import { type FirstStep, STEPS } from '#shared/chains/index.ts'
import { isHashShaped } from '#shared/protocol/shapes.ts'
import { isPeer, isPort } from '../peerAddress.ts'
import { checkStored, isStoredCount, parseStored, storedArray, storedObject, storedText } from '../storedFields.ts'
import { ListError } from '../storedFile.ts'
import { isStoredOption, MAX_SETTING_WORDS } from './chainOptions.ts'

/** Maximum number of chains, far more than a user has. Longer lists are rejected. */
export const MAX_CHAINS = 100
export const MAX_CHAIN_LABEL = 60
export const MAX_OPTIONS = 64
export const MAX_OPTION_LENGTH = 8_192
export const MAX_PEERS = 32
/** Maximum size of the file in bytes. */
export const MAX_FILE_BYTES = 4_194_304
const VERSION = 1
const MAX_CHAIN_NAME_LENGTH = 64

export interface ChainEntry {
  readonly id: string
  /** `friend` is the sandbox's second wallet. */
  readonly kind: 'sandbox' | 'friend' | 'created' | 'joined'
  readonly label: string
  /** value of -ac_name */
  readonly name: string
  readonly network: 'main' | 'regtest'
  /** normalised options */
  readonly options: readonly string[]
  readonly peers: readonly string[]
  /** further node options in the form `-name=value`, see chainOptions.ts */
  readonly settings: readonly string[]
  /** folder name in the root: one component, no path */
  readonly folder: string
  readonly testnode: boolean
  /** port chosen by the user, or null for the default from the chain parameters */
  readonly p2pPort: number | null
  readonly rpcPort: number | null
  /** unix seconds */
  readonly created: number
  readonly lastUsed: number | null
  /** last known tip */
  readonly height: number | null
  readonly tipTime: number | null
  /** set only for the sandbox, once a first step is done */
  readonly firstSteps?: KeptSteps
}

/** Completed first steps; they stay completed. */
export interface KeptSteps {
  readonly done: readonly FirstStep[]
  /** id of the first token that was created, which later steps use */
  readonly token: string | null
}

export interface ChainList {
  /** id of the chain that the window showed last */
  readonly current: string | null
  /** ids of the chains that ran last and start again with the app */
  readonly running: readonly string[]
  readonly chains: readonly ChainEntry[]
}

export const EMPTY_LIST: ChainList = { current: null, running: [], chains: [] }

export function listText({ current, running, chains }: ChainList): string {
  return `${JSON.stringify({ version: VERSION, current, running, chains }, null, 2)}\n`
}

/** @throws ListError */
export function parseList(text: string): ChainList {
  const list = parseStored(text, VERSION)
  if (list['version'] !== VERSION) throw new ListError('is not readable', true)
  const chains = storedArray(list['chains'], MAX_CHAINS).map(parseEntry)
  const ids = new Set(chains.map(({ id }) => id))
  const folders = new Set(chains.map(({ folder }) => folder.toLowerCase()))
  checkStored(ids.size === chains.length && folders.size === chains.length)
  const known = (id: unknown): id is string => typeof id === 'string' && ids.has(id)
  return {
    current: known(list['current']) ? list['current'] : null,
    running: [...new Set(storedArray(list['running'], MAX_CHAINS).filter(known))],
    chains,
  }
}

/** Returns true if the name is a plain file name on every system and cannot leave the root. */
export function isFolderName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_.-]{0,120}$/.test(name) && !name.endsWith('.')
}

/** Returns true for options that define a chain. describe.ts decides which options a new chain may have. */
export const isChainOption = (word: string) =>
  word.length <= MAX_OPTION_LENGTH && /^-(ac_[a-z_]+|regtest|nuparams|earlytxid)(=[\x20-\x7e]*)?$/.test(word)

function numberOrNull(value: unknown, fits: (number: unknown) => boolean): number | null {
  checkStored(value === null || value === undefined || fits(value))
  return (value as number | null | undefined) ?? null
}

function checkTexts(value: unknown, max: number, fits: (word: string) => boolean): readonly string[] {
  return storedArray(value, max).map((word) => {
    const text = storedText(word, MAX_OPTION_LENGTH)
    checkStored(fits(text))
    return text
  })
}

function parseEntry(value: unknown): ChainEntry {
  const entry = storedObject(value)
  const id = storedText(entry['id'], 200)
  const folder = storedText(entry['folder'], 200)
  const kind = storedText(entry['kind'], 20)
  const network = storedText(entry['network'], 20)
  const name = storedText(entry['name'], MAX_CHAIN_NAME_LENGTH)
  // The chain name becomes part of file names.
  checkStored(/^[A-Za-z0-9_.-]+$/.test(id) && isFolderName(folder) && /^[A-Za-z0-9][A-Za-z0-9_.-]*$/.test(name))
  checkStored(kind === 'sandbox' || kind === 'friend' || kind === 'created' || kind === 'joined')
  checkStored(network === 'main' || network === 'regtest')
  checkStored(typeof entry['testnode'] === 'boolean' && isStoredCount(entry['created']))
  return {
    id,
    kind,
    label: storedText(entry['label'], 200),
    name,
    network,
    options: checkTexts(entry['options'], MAX_OPTIONS, isChainOption),
    peers: checkTexts(entry['peers'], MAX_PEERS, isPeer),
    // Lists of earlier versions lack this member.
    settings: checkTexts(entry['settings'] ?? [], MAX_SETTING_WORDS, isStoredOption),
    folder,
    testnode: entry['testnode'],
    p2pPort: numberOrNull(entry['p2pPort'], isPort),
    rpcPort: numberOrNull(entry['rpcPort'], isPort),
    created: Number(entry['created']),
    lastUsed: numberOrNull(entry['lastUsed'], isStoredCount),
    height: numberOrNull(entry['height'], isStoredCount),
    tipTime: numberOrNull(entry['tipTime'], isStoredCount),
    ...(entry['firstSteps'] !== undefined && { firstSteps: parseSteps(entry['firstSteps']) }),
  }
}

function parseSteps(value: unknown): KeptSteps {
  const { done, token } = storedObject(value)
  const known = storedArray(done, MAX_OPTIONS)
  checkStored(token === null || (typeof token === 'string' && isHashShaped(token)))
  // A later version may define more steps.
  return { done: STEPS.filter((step) => known.includes(step)), token }
}
