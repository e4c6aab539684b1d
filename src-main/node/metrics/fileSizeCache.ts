import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** What a node's files take, in bytes. */
export interface FileSizes {
  /** of each database and what belongs to it, by its name in the data directory */
  readonly databases: ReadonlyMap<string, number>
  readonly blockFiles: number
  readonly log: number
  /** of the disk that they lie on, for users without special rights */
  readonly free: number
}

const DATABASE = /\.db(-wal)?$/
const LOG = /^debug\.log/
/** Milliseconds for which sizes hold: the files of a long chain are hundreds. */
const FRESH = 10_000

/** Asks the system, at most every ten seconds. A file that is not there, or goes just then, counts nothing. */
export function createFileSizes(folder: string, now: () => number): () => Promise<FileSizes> {
  let known: Promise<FileSizes> | undefined
  let since = Number.NEGATIVE_INFINITY
  return () => {
    if (known === undefined || now() - since > FRESH) {
      since = now()
      known = measure(folder)
    }
    return known
  }
}

async function measure(folder: string): Promise<FileSizes> {
  const names = await readdir(folder).catch(() => [])
  const [databases, log, blocks, disk] = await Promise.all([
    sizes(
      folder,
      names.filter((name) => DATABASE.test(name)),
    ),
    sizes(
      folder,
      names.filter((name) => LOG.test(name)),
    ),
    readdir(join(folder, 'blocks')).then(
      (files) => sizes(join(folder, 'blocks'), files),
      () => [],
    ),
    statfs(folder).catch(() => undefined),
  ])
  return {
    databases: new Map(databases),
    blockFiles: sum(blocks),
    log: sum(log),
    free: disk === undefined ? 0 : disk.bavail * disk.bsize,
  }
}

type Sized = readonly [name: string, bytes: number]

const sum = (files: readonly Sized[]) => files.reduce((bytes, [, size]) => bytes + size, 0)

function sizes(folder: string, names: readonly string[]): Promise<Sized[]> {
  const one = async (name: string): Promise<Sized> => {
    const found = await stat(join(folder, name)).catch(() => undefined)
    return [name, found?.size ?? 0]
  }
  return Promise.all(names.map(one))
}
