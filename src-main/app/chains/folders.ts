/**
 * The folders of chains below the root: choosing one for a new chain, its size, and its deletion. Nothing here follows a
 * symbolic link, and nothing outside the root is touched.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, lstatSync, mkdirSync, openSync, readSync, realpathSync, renameSync } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { makeFolder } from '../../config/index.ts'
import { chainDataFolders, DataDirectoryLock, describeFileError, planChainDataMove } from '../../node/index.ts'
import { reasonOf } from '../storedFile.ts'
import { isFolderName } from './chainList.ts'
import { type ChainProfile, dataDirectory } from './chainProfile.ts'

const PRIVATE_DIRECTORY = 0o700
/** Marks a folder that is being deleted; the next start removes what a crash left of it. */
const DELETING_PREFIX = '.deleting-'
/** Files of larger trees are not counted: their size is unknown. */
const MAX_COUNTED = 50_000

/** Beginning of the names of the root's own files, their locks and temporary files. */
const OWN_FILE = /^(chains|contacts|app|updates)\.(json|log)/i
/** Further names that are taken: by the base chain in the root, the sandbox outside the list, and devices of Windows. */
const TAKEN = /^(regtest|blocks|komodo\.conf|sandbox|(con|prn|aux|nul|com\d|lpt\d)(\..*)?)$/i

export interface Wanted {
  readonly name: string
  readonly network: 'main' | 'regtest'
  /** 8 hex digits */
  readonly magic: string
  /** 4 bytes as in the block files */
  readonly magicBytes: Uint8Array
  readonly sandbox: boolean
}

/**
 * Chooses and makes the folder of a chain: named after the chain if that is free or has blocks of this very chain, else
 * with the magic in its name, so that chains of one name stay apart.
 * @param used folders that other chains of the list have
 * @throws Error with a text for people
 */
export function makeChainFolder(root: string, wanted: Wanted, used: readonly string[]): string {
  const taken = new Set(used.map((folder) => folder.toLowerCase()))
  const plain = wanted.name
    .replace(/\.+$/, '')
    .replace(OWN_FILE, (own) => own.toLowerCase().replace('.', '_'))
    .replace(/\.(?=before-)/gi, '_')
  const stem = `${plain.replace(/^(con|prn|aux|nul|com\d|lpt\d)\./i, '$1_')}-${wanted.magic}`
  const candidates = [wanted.name, stem, ...Array.from({ length: 99 }, (_, index) => `${stem}-${index + 2}`)]
  // A folder of set-aside blocks is named `.before-`, and goes with the chain that it belongs to.
  const reserved = (name: string) =>
    (OWN_FILE.test(name) || TAKEN.test(name) || name.toLowerCase().includes('.before-')) &&
    !(wanted.sandbox && name === wanted.name)
  const folder = candidates.find(
    (name) => isFolderName(name) && !reserved(name) && !taken.has(name.toLowerCase()) && fits(root, name, wanted),
  )
  if (folder === undefined) throw new Error(`There is no free folder for ${wanted.name} in ${root}`)
  try {
    mkdirSync(join(root, folder), { recursive: true, mode: PRIVATE_DIRECTORY })
  } catch (error) {
    throw new Error(`The folder ${join(root, folder)} cannot be made: ${reasonOf(error)}`, { cause: error })
  }
  return folder
}

/** Whether it does not exist yet, or is a real folder without blocks of another chain. */
function fits(root: string, name: string, { network, magicBytes }: Wanted): boolean {
  const path = join(root, name)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return true
  if (!found.isDirectory()) return false
  const data = network === 'regtest' ? join(path, 'regtest') : path
  const first = firstBytes(join(data, 'blocks', 'blk00000.dat'), magicBytes.length)
  return first === undefined || Buffer.compare(first, magicBytes) === 0
}

/** undefined: the file is shorter */
function firstBytes(path: string, length: number): Uint8Array | undefined {
  if (!existsSync(path)) return undefined
  const file = openSync(path, 'r')
  try {
    const bytes = new Uint8Array(length)
    return readSync(file, bytes, 0, length, 0) === length ? bytes : undefined
  } finally {
    closeSync(file)
  }
}

/** Bytes of all files below a folder; undefined: too many files, or not readable. */
export async function folderSize(path: string): Promise<number | undefined> {
  let bytes = 0
  let counted = 0
  const open = [path]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined)
    if (entries === undefined) return undefined
    counted += entries.length
    if (counted > MAX_COUNTED) return undefined
    for (const entry of entries) {
      const child = join(folder, entry.name)
      if (entry.isDirectory()) open.push(child)
      // The file was deleted meanwhile.
      else if (entry.isFile())
        bytes += await lstat(child).then(
          ({ size }) => size,
          () => 0,
        )
    }
  }
  return bytes
}

/**
 * Deletes folders of a chain with their contents, all or none; links in them are removed, not followed.
 * @throws Error with a text for people: one is not a folder of the root, or cannot be deleted
 */
export async function deleteFolders(root: string, folders: readonly string[]): Promise<void> {
  const present = folders.filter((folder) => !isFolderName(folder) || isPresent(join(root, folder)))
  const strange = present.find((folder) => !isOwnFolder(root, folder))
  if (strange !== undefined)
    throw new Error(`${join(root, strange)} is not a folder of this program, but a link or a file: it stays as it is`)
  for (const dying of markForDeletion(root, present)) {
    try {
      await rm(dying, { recursive: true, force: true, maxRetries: 3 })
    } catch (error) {
      throw new Error(`The folder ${dying} cannot be deleted: ${reasonOf(error)}`, { cause: error })
    }
  }
}

/** From here on no node opens them, and after a crash their names say that they are to be deleted. */
function markForDeletion(root: string, folders: readonly string[]): readonly string[] {
  const marked: { readonly path: string; readonly dying: string }[] = []
  for (const folder of folders) {
    const path = join(root, folder)
    const dying = join(root, `${DELETING_PREFIX}${randomBytes(6).toString('hex')}`)
    try {
      renameSync(path, dying)
    } catch (error) {
      for (const done of marked) renameSync(done.dying, done.path)
      throw new Error(`The folder ${path} cannot be deleted: ${reasonOf(error)}`, { cause: error })
    }
    marked.push({ path, dying })
  }
  return marked.map(({ dying }) => dying)
}

/** A link counts, wherever it leads. */
const isPresent = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Whether it is a real directory directly below the root; the path of the root may contain links. */
function isOwnFolder(root: string, folder: string): boolean {
  if (!isFolderName(folder)) return false
  const path = join(root, folder)
  return lstatSync(path).isDirectory() && realpathSync(path) === join(realpathSync(root), folder)
}

/** Finishes interrupted deletions. Never fails: the next start tries again. */
export async function finishDeletions(root: string): Promise<void> {
  // No root yet, or it is not readable.
  const entries = await readdir(root, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.isDirectory() || !/^\.deleting-[0-9a-f]{12}$/.test(entry.name)) continue
    await rm(join(root, entry.name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/**
 * Plans that the chain's next start sets its blocks aside, see planChainDataMove. To be called while its node is stopped.
 * @param now unix seconds
 * @throws Error with a text for the user; nothing has changed then
 */
export function planFreshStart(profile: ChainProfile, bringBack: boolean, now: number): void {
  const data = dataDirectory(profile)
  if (!existsSync(data)) return
  const lock = DataDirectoryLock.acquire(data)
  try {
    planChainDataMove(data, bringBack, now)
  } finally {
    lock.release()
  }
}

/** @throws Error with a text for people */
export function makeDirectory(path: string): void {
  try {
    makeFolder(path)
  } catch (error) {
    throw new Error(describeFileError(error, path) ?? `The folder ${path} cannot be made.`, { cause: error })
  }
}

/**
 * Takes the data directory's lock first, which a node of another program would hold.
 * @throws Error with a text for people
 */
export async function deleteChain(root: string, profile: ChainProfile): Promise<void> {
  const { directory, entry } = profile
  if (entry === undefined) throw new Error(`${directory} is not in the list`)
  const data = dataDirectory(profile)
  if (existsSync(join(data, 'lock.db'))) DataDirectoryLock.acquire(data).release()
  // The chain's folder goes last: it holds the note that names the others.
  await deleteFolders(root, [...keptBeside(root, data), entry.folder])
}

/** Names of the root's folders that hold blocks which this chain set aside; those within the chain's folder go with it. */
function keptBeside(root: string, data: string): readonly string[] {
  const isBeside = (path: string) => dirname(path) === realpathSync(root)
  return chainDataFolders(data)
    .filter(isBeside)
    .map((path) => basename(path))
}
