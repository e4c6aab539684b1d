/**
 * Sets the data of a chain aside, so that the chain is downloaded again, and brings it back. Blocks, `chain.db` and the
 * miner's record are renamed into a folder next to the data directory. Wallet, conf file and all other files stay, and
 * nothing is deleted.
 *
 * A move is planned in a file of the data directory. The next process that locks the directory carries it out. It may
 * end after any step, because the plan is durable before the first rename and its phase records the progress.
 */
import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncFolder, writeDurablySync } from '../../files/index.ts'
import { BLOCK_FOLDER } from './blockFiles.ts'
import { explainStorageError, StorageError } from './storageError.ts'
import { saveBindings } from './walletBindings.ts'

/** File name of the plan, which remains as a record after the move. */
export const CHAIN_DATA_PLAN = 'chaindata.json'
/**
 * Files to move. They include the miner's record: with it, the miner would resume at once and mine another block 1 before
 * a peer is connected.
 */
const ITEMS = ['chain.db', 'chain.db-wal', 'chain.db-shm', BLOCK_FOLDER, 'mining.json'] as const
const PRIVATE_DIRECTORY = 0o700

/**
 * - `aside`: the current data is being moved into the folder `aside`
 * - `back`: the current data was moved aside; the data of the folder `back` is being moved into the data directory
 * - `done`: the folder `aside` contains the data that can be brought back
 */
type MovePhase = 'aside' | 'back' | 'done'

interface MovePlan {
  readonly phase: MovePhase
  /** names of folders next to the data directory */
  readonly aside: string
  readonly back: string | null
  /** unix seconds when the move was planned */
  readonly time: number
}

/** Chain data that was set aside and can be brought back. */
export interface KeptChainData {
  /** absolute path */
  readonly folder: string
  /** unix seconds when it was set aside */
  readonly time: number
}

/**
 * Returns the data kept by a finished move of this data directory, or `undefined` without such a move or folder.
 * @throws StorageError if the plan cannot be read
 */
export function keptChainData(dataDir: string): KeptChainData | undefined {
  const plan = readPlan(dataDir)
  if (plan === undefined || plan.phase !== 'done') return undefined
  const folder = join(parentFolder(dataDir), plan.aside)
  return existsSync(folder) ? { folder, time: plan.time } : undefined
}

/**
 * Returns the absolute paths of all existing folders next to the data directory that a move names, finished or not.
 * @throws StorageError if the plan cannot be read
 */
export function chainDataFolders(dataDir: string): readonly string[] {
  const plan = readPlan(dataDir)
  if (plan === undefined) return []
  const names = plan.back === null ? [plan.aside] : [plan.aside, plan.back]
  return names.map((name) => join(parentFolder(dataDir), name)).filter(exists)
}

/**
 * Plans a move for the next start: sets the chain's data aside and, with `bringBack`, restores the data set aside
 * earlier. Call while no node uses the directory.
 * @param now unix seconds
 * @returns the data that the move will keep
 * @throws Error with a text for the user; nothing has changed then
 */
export function planChainDataMove(dataDir: string, bringBack: boolean, now: number): KeptChainData {
  const parent = parentFolder(dataDir)
  const kept = keptChainData(dataDir)
  if (bringBack && kept === undefined) throw new Error('There is no data of this chain to restore')
  const aside = findFreeName(parent, `${realName(dataDir)}.before-${new Date(now * 1000).toISOString().slice(0, 10)}`)
  writePlan(dataDir, { phase: 'aside', aside, back: bringBack ? basename(kept!.folder) : null, time: now })
  return { folder: join(parent, aside), time: now }
}

/**
 * Makes the planned move, or finishes an interrupted one. Call while holding the directory's lock, before opening any
 * of its files.
 * @param rename replaced by tests
 * @throws StorageError with a text for the user; the data is then in its old place, or the next start continues the move
 */
export function moveChainData(dataDir: string, rename: typeof renameSync = renameSync): void {
  let plan = readPlan(dataDir)
  if (plan === undefined || plan.phase === 'done') return
  const parent = parentFolder(dataDir)
  const aside = join(parent, plan.aside)
  if (plan.phase === 'aside') {
    setAside(dataDir, aside, rename)
    plan = { ...plan, phase: plan.back === null ? 'done' : 'back' }
    writePlan(dataDir, plan)
  }
  if (plan.phase === 'done' || plan.back === null) return
  const back = join(parent, plan.back)
  moveItems(back, dataDir, rename)
  for (const folder of [dataDir, back]) syncFolder(folder)
  writePlan(dataDir, { ...plan, phase: 'done' })
}

/** Renames the chain's data into a new folder. On failure everything is renamed back and the plan is deleted. */
function setAside(dataDir: string, aside: string, rename: typeof renameSync): void {
  try {
    // Without the saved bindings a lost wallet file would look as if it never existed. They are in chain.db, which
    // moves first.
    if (exists(join(dataDir, 'chain.db')) || !exists(aside)) saveBindings(dataDir)
    mkdirSync(aside, { recursive: true, mode: PRIVATE_DIRECTORY })
    syncFolder(dirname(aside))
    moveItems(dataDir, aside, rename)
  } catch (error) {
    revertMove(aside, dataDir, rename)
    rmSync(join(dataDir, CHAIN_DATA_PLAN), { force: true })
    throw error
  }
  for (const folder of [dataDir, aside]) syncFolder(folder)
}

/** Renames the items that exist in `from`. Never replaces an existing file. */
function moveItems(from: string, to: string, rename: typeof renameSync): void {
  for (const item of ITEMS) {
    const [source, target] = [join(from, item), join(to, item)]
    if (!exists(source)) continue
    if (exists(target)) throw new StorageError('io', `${target} already exists: move it elsewhere, then start again.`)
    try {
      rename(source, target)
    } catch (error) {
      throw explainStorageError(error, source)
    }
  }
}

/** Renames the items of the folder back. Skips items that are still in the data directory. */
function revertMove(aside: string, dataDir: string, rename: typeof renameSync): void {
  for (const item of ITEMS) {
    const [source, target] = [join(aside, item), join(dataDir, item)]
    if (exists(source) && !exists(target)) rename(source, target)
  }
}

const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined
/** Returns the name behind a link: a data directory may link to another disk, and a rename must stay on that disk. */
const realName = (dataDir: string) => basename(realpathSync(dataDir))
const parentFolder = (dataDir: string) => dirname(realpathSync(dataDir))

function findFreeName(parent: string, stem: string): string {
  let name = stem
  for (let count = 2; exists(join(parent, name)); count++) name = `${stem}-${count}`
  return name
}

function writePlan(dataDir: string, plan: MovePlan): void {
  const path = join(dataDir, CHAIN_DATA_PLAN)
  try {
    writeDurablySync(path, `${JSON.stringify(plan, null, 2)}\n`)
  } catch (error) {
    throw explainStorageError(error, path)
  }
}

function readPlan(dataDir: string): MovePlan | undefined {
  const path = join(dataDir, CHAIN_DATA_PLAN)
  if (!existsSync(path)) return undefined
  const prefix = `${realName(dataDir)}.before-`
  const isFolder = (name: unknown) =>
    typeof name === 'string' && name.startsWith(prefix) && /^\d{4}-\d{2}-\d{2}(-\d+)?$/.test(name.slice(prefix.length))
  const plan = parsePlan(readFileSync(path, 'utf8'))
  const isPhase = ['aside', 'back', 'done'].includes(String(plan?.['phase']))
  if (plan && isPhase && isFolder(plan['aside']) && (plan['back'] === null || isFolder(plan['back'])))
    return { ...(plan as unknown as MovePlan), time: Number(plan['time']) }
  throw new StorageError(
    'io',
    `${path} is damaged. This file records where data of this chain was set aside: find that folder, then delete this file.`,
  )
}

function parsePlan(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
