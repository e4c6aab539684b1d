/**
 * The folders of chains below the root: which one a new chain gets, how large one is, and its end. Nothing here follows a
 * symbolic link, and nothing outside of the root is ever touched.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, lstatSync, mkdirSync, openSync, readSync, realpathSync, renameSync } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isFolderName } from './chainList.ts'
import { reasonOf } from './registry.ts'

const PRIVATE_DIRECTORY = 0o700
/** On its way out: what is left of one is taken away at the next start. */
const DYING = '.deleting-'
/** Larger trees are not counted: their size is not told. */
const MAX_COUNTED = 50_000

/**
 * What the root itself holds and the base chain's regtest keeps there, what the sandbox has without being in the list, and
 * what Windows takes for devices.
 */
const TAKEN = /^(regtest|blocks|komodo\.conf|sandbox|chains\.json.*|(con|prn|aux|nul|com\d|lpt\d)(\..*)?)$/i

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
 * Picks and makes the folder of a chain: the one with its name where that is free or already has this very chain's blocks,
 * else one with the magic in its name, so that chains of one name keep apart.
 * @param used folders that other chains of the list have
 * @throws Error with a text for people
 */
export function makeChainFolder(root: string, wanted: Wanted, used: readonly string[]): string {
  const taken = new Set(used.map((folder) => folder.toLowerCase()))
  const plain = wanted.name.replace(/\.+$/, '').replace(/^chains\.json/i, 'chains_json')
  const stem = `${plain.replace(/^(con|prn|aux|nul|com\d|lpt\d)\./i, '$1_')}-${wanted.magic}`
  const candidates = [wanted.name, stem, ...Array.from({ length: 99 }, (_, index) => `${stem}-${index + 2}`)]
  const reserved = (name: string) => TAKEN.test(name) && !(wanted.sandbox && name === wanted.name)
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

/** Not there yet, or a real folder without blocks of another chain. */
function fits(root: string, name: string, { network, magicBytes }: Wanted): boolean {
  const path = join(root, name)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return true
  if (!found.isDirectory()) return false
  const data = network === 'regtest' ? join(path, 'regtest') : path
  const first = firstBytes(join(data, 'blocks', 'blk00000.dat'), magicBytes.length)
  return first === undefined || Buffer.compare(first, magicBytes) === 0
}

/** undefined: there are not so many */
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

/** Bytes of all files below a folder; undefined where they are too many, or cannot be counted. */
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
      // A file that went away meanwhile has no size.
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
 * Deletes the folder of a chain with all that is in it; links in it are removed, not followed.
 * @throws Error with a text for people: it is no folder of the root, or it cannot be deleted
 */
export async function deleteFolder(root: string, folder: string): Promise<void> {
  const path = join(root, folder)
  if (isFolderName(folder) && !existsSync(path) && !isLink(path)) return
  if (!isOwnFolder(root, folder))
    throw new Error(`${path} is not a folder of this program, but a link or a file: it stays as it is`)
  const dying = join(root, `${DYING}${randomBytes(6).toString('hex')}`)
  try {
    // From here on no node opens it, and what is left of it after a crash has a name that says so.
    renameSync(path, dying)
    await rm(dying, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    throw new Error(`The folder ${path} cannot be deleted: ${reasonOf(error)}`, { cause: error })
  }
}

const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

/** A real directory right below the root, however the root itself is reached. */
function isOwnFolder(root: string, folder: string): boolean {
  if (!isFolderName(folder)) return false
  const path = join(root, folder)
  return lstatSync(path).isDirectory() && realpathSync(path) === join(realpathSync(root), folder)
}

/** Takes away what an interrupted deletion left. Never fails: it is tried again at the next start. */
export async function finishDeletions(root: string): Promise<void> {
  // Without a root, or where it may not be read, there is nothing that we could take away.
  const entries = await readdir(root, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.isDirectory() || !/^\.deleting-[0-9a-f]{12}$/.test(entry.name)) continue
    await rm(join(root, entry.name), { recursive: true, force: true }).catch(() => undefined)
  }
}
