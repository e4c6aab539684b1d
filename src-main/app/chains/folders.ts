/**
 * Manages the folders of chains in the root: chooses one for a new chain, measures and deletes them. Nothing here
 * follows a symbolic link or touches anything outside the root.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, lstatSync, mkdirSync, openSync, readSync, realpathSync, renameSync } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { makeFolder } from '../../config/index.ts'
import { chainDataFolders, DataDirectoryLock, describeFileError, planChainDataMove } from '../../node/index.ts'
import { formatFileError } from '../storedFile.ts'
import { isFolderName } from './chainList.ts'
import { type ChainProfile, dataDirectory } from './chainProfile.ts'

const PRIVATE_DIRECTORY = 0o700
/** Prefix of a folder that is being deleted; the next start deletes folders that a crash left behind. */
const DELETING_PREFIX = '.deleting-'
/** Maximum number of files to count; the size of a larger tree is unknown. */
const MAX_COUNTED = 50_000

/** Names, or starts of names, of the root's own files, their locks and temporary files. */
const OWN_FILE = /^(chains|contacts|app|updates|movein)\.(json|log)/i
/** Other reserved names: those of the base chain in the root, of the sandbox outside the list, and Windows devices. */
const TAKEN = /^(regtest|blocks|komodo\.conf|sandbox|(con|prn|aux|nul|com\d|lpt\d)(\..*)?)$/i

export interface WantedFolder {
  readonly name: string
  readonly network: 'main' | 'regtest'
  /** 8 hex digits */
  readonly magic: string
  /** 4 bytes, in the order used in block files */
  readonly magicBytes: Uint8Array
  readonly sandbox: boolean
}

/**
 * Chooses and creates the folder of a chain. The folder is named after the chain if that name is free or its folder has
 * blocks of this chain. Otherwise the magic is added, so that chains with the same name use different folders.
 * @param used folders of other chains in the list
 * @throws Error with a text for users
 */
export function makeChainFolder(root: string, wanted: WantedFolder, used: readonly string[]): string {
  const taken = new Set(used.map((folder) => folder.toLowerCase()))
  const plain = wanted.name
    .replace(/\.+$/, '')
    .replace(OWN_FILE, (own) => own.toLowerCase().replace('.', '_'))
    .replace(/\.(?=before-)/gi, '_')
  const stem = `${plain.replace(/^(con|prn|aux|nul|com\d|lpt\d)\./i, '$1_')}-${wanted.magic}`
  const candidates = [wanted.name, stem, ...Array.from({ length: 99 }, (_, index) => `${stem}-${index + 2}`)]
  // Folders of set-aside blocks have `.before-` in their names and are deleted with their chain.
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
    throw new Error(`The folder ${join(root, folder)} cannot be created: ${formatFileError(error)}`, { cause: error })
  }
  return folder
}

/** Returns true if the folder does not exist, or is a real folder without blocks of another chain. */
function fits(root: string, name: string, { network, magicBytes }: WantedFolder): boolean {
  const path = join(root, name)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return true
  if (!found.isDirectory()) return false
  const data = network === 'regtest' ? join(path, 'regtest') : path
  const first = firstBytes(join(data, 'blocks', 'blk00000.dat'), magicBytes.length)
  return first === undefined || Buffer.compare(first, magicBytes) === 0
}

/** Returns the first bytes of a file, or undefined if it is missing or shorter. */
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

/**
 * Returns the total size of all files in a folder; undefined if there are too many files, or a folder is not readable.
 */
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
      // Count 0 for a file that was just deleted.
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
 * @throws Error with a text for users if one is not a folder of the root or cannot be deleted
 */
export async function deleteFolders(root: string, folders: readonly string[]): Promise<void> {
  const present = folders.filter((folder) => !isFolderName(folder) || isPresent(join(root, folder)))
  const strange = present.find((folder) => !isOwnFolder(root, folder))
  if (strange !== undefined)
    throw new Error(`${join(root, strange)} is a link or a file, not a folder of this program, and was left unchanged`)
  for (const dying of markForDeletion(root, present)) {
    try {
      await rm(dying, { recursive: true, force: true, maxRetries: 3 })
    } catch (error) {
      throw new Error(`The folder ${dying} cannot be deleted: ${formatFileError(error)}`, { cause: error })
    }
  }
}

/** Renames the folders, so that nodes no longer open them and the next start deletes them after a crash. */
function markForDeletion(root: string, folders: readonly string[]): readonly string[] {
  const marked: { readonly path: string; readonly dying: string }[] = []
  for (const folder of folders) {
    const path = join(root, folder)
    const dying = join(root, `${DELETING_PREFIX}${randomBytes(6).toString('hex')}`)
    try {
      renameSync(path, dying)
    } catch (error) {
      for (const done of marked) renameSync(done.dying, done.path)
      throw new Error(`The folder ${path} cannot be deleted: ${formatFileError(error)}`, { cause: error })
    }
    marked.push({ path, dying })
  }
  return marked.map(({ dying }) => dying)
}

/** Also true for a broken link. */
const isPresent = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Returns true for a real directory directly in the root; the path of the root may contain links. */
function isOwnFolder(root: string, folder: string): boolean {
  if (!isFolderName(folder)) return false
  const path = join(root, folder)
  return lstatSync(path).isDirectory() && realpathSync(path) === join(realpathSync(root), folder)
}

/** Finishes interrupted deletions. Never fails: the next start retries. */
export async function finishDeletions(root: string): Promise<void> {
  // The root does not exist yet or is not readable.
  const entries = await readdir(root, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.isDirectory() || !/^\.deleting-[0-9a-f]{12}$/.test(entry.name)) continue
    await rm(join(root, entry.name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/**
 * Plans that the chain's next start sets its blocks aside; see planChainDataMove. Call while its node is stopped.
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

/** @throws Error with a text for users */
export function makeDirectory(path: string): void {
  try {
    makeFolder(path)
  } catch (error) {
    throw new Error(describeFileError(error, path) ?? `The folder ${path} cannot be created.`, { cause: error })
  }
}

/**
 * Deletes a listed chain. Acquires the data directory's lock first, to fail if a node of another program runs there.
 * @throws Error with a text for users
 */
export async function deleteChain(root: string, profile: ChainProfile): Promise<void> {
  const { directory, entry } = profile
  if (entry === undefined) throw new Error(`${directory} is not in the list`)
  const data = dataDirectory(profile)
  if (existsSync(join(data, 'lock.db'))) DataDirectoryLock.acquire(data).release()
  // Delete the chain's folder last: it contains the file that lists the other folders.
  await deleteFolders(root, [...keptBeside(root, data), entry.folder])
}

/**
 * Returns the names of the root's folders with blocks that this chain set aside. Those within the chain's folder are
 * deleted with it.
 */
function keptBeside(root: string, data: string): readonly string[] {
  const isBeside = (path: string) => dirname(path) === realpathSync(root)
  return chainDataFolders(data)
    .filter(isBeside)
    .map((path) => basename(path))
}
