/** Finds folders of komodod and its relatives, and measures what they contain. Only reads. */
import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { BASE_CHAIN } from '#shared/arguments.ts'
import { blockFileNumber } from '../../node/index.ts'

/** Contents of a node's folder. Paths are absolute. */
export interface OldFolder {
  /** folder with blocks and wallet */
  readonly folder: string
  /** folder with the conf file: `folder` itself, or its parent on a test network */
  readonly base: string
  /** name of the chain, from the conf file or the folder; empty if unknown */
  readonly chain: string
  readonly network: 'main' | 'regtest' | 'testnet'
  readonly conf: string | null
  readonly wallet: { readonly file: string; readonly size: number } | null
  /** block files in the order of their numbers, with their size in bytes */
  readonly blocks: readonly { readonly file: string; readonly size: number }[]
  /** bytes of block files, wallet and databases */
  readonly size: number
  /** names of other copies of the wallet: `wallet.<time>.bak`, `wallet.dat.rewrite` */
  readonly otherWallets: readonly string[]
  /** names of unapplied logs of the wallet's database */
  readonly walletLogs: readonly string[]
}

/** Maximum number of entries of a folder that are looked at; more than any node has. */
const MAX_ENTRIES = 20_000
/** Maximum number of chains in one place. */
const MAX_CHAINS_PER_PLACE = 500
/** Folders whose files count for the size, with their path inside the folder of a node. */
const COUNTED = ['.', 'blocks', 'blocks/index', 'chainstate', 'notarisations', 'database'] as const
const TEST_NETWORKS = { regtest: 'regtest', testnet3: 'testnet' } as const
/** Folders of a node that are not chains of their own. */
const INNER = new Set(['blocks', 'chainstate', 'database', 'notarisations', ...Object.keys(TEST_NETWORKS)])
const CONF_OF_BASE = /^komodo\.conf$/i

export interface PlacesInput {
  readonly platform: NodeJS.Platform
  readonly home: string
  /** value of APPDATA on Windows */
  readonly appData: string | undefined
}

/** Returns the folders in which the family keeps the folders of its chains. */
export function nodePlaces({ platform, home, appData }: PlacesInput): readonly string[] {
  if (platform === 'win32') return [join(appData || join(home, 'AppData', 'Roaming'), 'Komodo')]
  if (platform === 'darwin') return [join(home, 'Library', 'Application Support', 'Komodo')]
  return [join(home || '/', '.komodo')]
}

/** Lists the folders of nodes in the given places, those with a wallet first, larger ones first. */
export async function findNodeFolders(places: readonly string[]): Promise<readonly OldFolder[]> {
  const found: OldFolder[] = []
  for (const place of places) {
    const entries = await listEntries(place)
    const chains = entries.filter((entry) => !INNER.has(entry.name) && (entry.isDirectory() || entry.isSymbolicLink()))
    for (const folder of [place, ...chains.slice(0, MAX_CHAINS_PER_PLACE).map(({ name }) => join(place, name))]) {
      const own = await readExactly(folder)
      const inner = await readTestNetworks(folder)
      // The conf file of a test chain is in the folder above the chain's.
      const isTestConf = inner.length > 0 && own?.wallet === null && own.blocks.length === 0
      if (own !== undefined && !isTestConf) found.push(own)
      found.push(...inner)
    }
  }
  return found.toSorted((a, b) => Number(b.wallet !== null) - Number(a.wallet !== null) || b.size - a.size)
}

/**
 * Reads the folder of a node. For the folder of a test chain's conf file, reads the folder with its blocks.
 * @returns undefined if it is not the folder of a node
 */
export async function readNodeFolder(path: string): Promise<OldFolder | undefined> {
  const read = await readExactly(path)
  if (read !== undefined && (read.wallet !== null || read.blocks.length > 0)) return read
  const [inner] = await readTestNetworks(path)
  return inner ?? read
}

async function readTestNetworks(folder: string): Promise<readonly OldFolder[]> {
  const read = await Promise.all(Object.keys(TEST_NETWORKS).map((name) => readExactly(join(folder, name))))
  return read.filter((inner) => inner !== undefined)
}

async function readExactly(folder: string): Promise<OldFolder | undefined> {
  const listed = await Promise.all(COUNTED.map((name) => measure(join(folder, name))))
  const [own = [], blockFolder = [], , , , database = []] = listed
  const network = findNetwork(folder)
  const base = network === 'main' ? folder : dirname(folder)
  const blocks = blockFolder
    .filter(({ name }) => blockFileNumber(name) !== undefined)
    .toSorted((a, b) => blockFileNumber(a.name)! - blockFileNumber(b.name)!)
    .map(({ name, size }) => ({ file: join(folder, 'blocks', name), size }))
  const wallet = own.find(({ name }) => name === 'wallet.dat')
  const conf = await findConf(base)
  if (wallet === undefined && blocks.length === 0 && (conf === undefined || network !== 'main')) return undefined
  const counted = listed.flat().filter(({ name }) => name !== 'debug.log')
  return {
    ...{ folder, base, network, blocks, conf: conf?.file ?? null },
    chain: conf?.chain ?? guessName(base),
    wallet: wallet === undefined ? null : { file: join(folder, wallet.name), size: wallet.size },
    size: counted.reduce((sum, { size }) => sum + size, 0),
    otherWallets: own
      .map(({ name }) => name)
      .filter((name) => /^wallet\..{1,40}\.bak$|^wallet\.dat\.rewrite$/.test(name)),
    walletLogs: database.map(({ name }) => name).filter((name) => /^log\.\d{10}$/.test(name)),
  }
}

function findNetwork(folder: string): OldFolder['network'] {
  const name = basename(folder)
  return name === 'regtest' || name === 'testnet3' ? TEST_NETWORKS[name] : 'main'
}

/** Finds the conf file: the one named after the folder, that of the base chain, or the only one. */
async function findConf(base: string): Promise<{ readonly file: string; readonly chain: string } | undefined> {
  const names = (await listEntries(base))
    .map(({ name }) => name)
    .filter((name) => /^[A-Za-z0-9_.-]{1,64}\.conf$/.test(name))
  const name =
    names.find((each) => each === `${basename(base)}.conf`) ??
    names.find((each) => CONF_OF_BASE.test(each)) ??
    (names.length === 1 ? names[0] : undefined)
  if (name === undefined) return undefined
  return { file: join(base, name), chain: CONF_OF_BASE.test(name) ? BASE_CHAIN : name.slice(0, -'.conf'.length) }
}

const guessName = (base: string) => (/^\.?komodo$/i.test(basename(base)) ? BASE_CHAIN : basename(base).slice(0, 64))

async function listEntries(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.slice(0, MAX_ENTRIES)
}

/** Returns the files directly in a folder with their sizes; none if the folder is missing or unreadable. */
async function measure(folder: string): Promise<readonly { readonly name: string; readonly size: number }[]> {
  const files = (await listEntries(folder)).filter((entry) => entry.isFile())
  return Promise.all(
    files.map(async ({ name }) => ({
      name,
      size: await lstat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    })),
  )
}
