import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { findFileLocks } from '../../../util/fileLocks.ts'
import type { WalletSurroundings } from './walletWarnings.ts'

const LOG_FOLDER = 'database'
const LOG_FILE = /^log\.[0-9]{10}$/
/** Maximum number of open files of other programs that are compared. */
const MAX_OPEN_FILES = 200_000

/**
 * Finds log files beside a wallet, and on Linux the programs that have it open or have locked its folder. Programs of
 * other users are found by the lock only.
 */
export async function findSurroundings(path: string): Promise<WalletSurroundings> {
  const folder = dirname(path)
  const names = await readdir(join(folder, LOG_FOLDER)).catch(() => [])
  const logFiles = names.filter((name) => LOG_FILE.test(name)).sort()
  return { logFiles: logFiles.map((name) => `${LOG_FOLDER}/${name}`), holders: await findHolders(path) }
}

async function findHolders(path: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const holders = new Set<number>()
  for (const file of [path, join(dirname(path), '.lock')]) {
    const identity = await stat(file, { bigint: true }).catch(() => undefined)
    const locks = identity && findFileLocks(await readFile('/proc/locks', 'latin1').catch(() => ''), identity)
    for (const { pid, waits, sameDevice } of locks ?? []) if (sameDevice && !waits && pid >= 0) holders.add(pid)
  }
  for (const pid of await findReaders(path)) holders.add(pid)
  holders.delete(process.pid)
  return [...holders].sort((a, b) => a - b)
}

/** Returns the ids of processes of this user that have a file open. */
async function findReaders(path: string): Promise<number[]> {
  const real = await stat(path, { bigint: true }).catch(() => undefined)
  if (real === undefined) return []
  const readers: number[] = []
  let compared = 0
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid || compared > MAX_OPEN_FILES) continue
    const folder = `/proc/${pid}/fd`
    for (const handle of await readdir(folder).catch(() => [])) {
      compared++
      // The link's text is compared first, because most open files are no candidates.
      const target = await readlink(join(folder, handle)).catch(() => '')
      if (basename(target) !== basename(path)) continue
      const open = await stat(join(folder, handle), { bigint: true }).catch(() => undefined)
      if (open?.dev === real.dev && open.ino === real.ino) readers.push(Number(pid))
    }
  }
  return readers
}
