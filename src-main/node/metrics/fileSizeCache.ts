import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** Sizes of a node's files, in bytes. */
export interface FileSizes {
  /** size of each database with its side files, by its name in the data directory */
  readonly databases: ReadonlyMap<string, number>
  readonly blockFiles: number
  readonly log: number
  /** free disk space available to users without special rights */
  readonly free: number
}

const DATABASE = /\.db(-wal)?$/
const LOG = /^debug\.log/
/** Lifetime of cached sizes in ms: a long chain has hundreds of files. */
const CACHE_TTL_MS = 10_000

/** Caches the sizes of the node's files. A missing file, or one removed during the read, counts 0. */
export class FileSizeCache {
  readonly #folder: string
  readonly #now: () => number
  #known: Promise<FileSizes> | undefined
  #since = Number.NEGATIVE_INFINITY

  /** @param now monotonic clock in ms */
  constructor(folder: string, now: () => number) {
    this.#folder = folder
    this.#now = now
  }

  /** Reads the sizes from the file system, at most every ten seconds. */
  read(): Promise<FileSizes> {
    if (this.#known === undefined || this.#now() - this.#since > CACHE_TTL_MS) {
      this.#since = this.#now()
      this.#known = measure(this.#folder)
    }
    return this.#known
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
