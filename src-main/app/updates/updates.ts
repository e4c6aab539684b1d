import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { takeFileLock, writeDurablySync } from '../../files/index.ts'
import { MOST_FEED_BYTES, type Release, readFeed } from './feed.ts'
import { type Dial, fetchFeed } from './fetchFeed.ts'
import type { FeedSource } from './release.ts'
import { compareVersions } from './version.ts'

const FILE_NAME = 'updates.json'
const DAY = 86_400
/** Not at once: a start has better things to do. */
const FIRST_POLL_MS = 3_000
/** How often it checks whether a day has gone by. A computer that slept has not counted the hours. */
const POLL_INTERVAL_MS = 600_000
/** For a whole answer, through a slow proxy. */
const PATIENCE_MS = 30_000
/** JSON of a feed inside JSON. */
const MOST_FILE_BYTES = MOST_FEED_BYTES * 3

/** A version that is newer than this one. */
export interface AvailableUpdate extends Release {
  /** name of the host of its page */
  readonly host: string
}

export interface UpdateDeps {
  /** folder of the app, absolute */
  readonly root: string
  /** of this program */
  readonly version: string
  /** undefined: there is none */
  readonly source: FeedSource | undefined
  /** the person wants it, and it is no chain of one's own that is all there is */
  wanted(): boolean
  /** how to get out, chosen anew each time. Rejects if that cannot be told for sure: then nobody is asked */
  dial(): Promise<Dial>
  /** unix seconds */
  now(): number
  delay(milliseconds: number): Promise<unknown>
  /** a line for the log */
  log(line: string): void
  /** there are news, or there are none any more */
  changed(): void
  /** milliseconds; half a minute by default */
  readonly patience?: number
}

interface Kept {
  readonly asked: number | null
  /** the file of the feed as it was signed, or '' */
  readonly file: string
}

/**
 * Asks a signed feed once a day whether there is a newer version. Whatever is wrong with the answer is a line in the log and
 * nothing else: an old answer stays what it was.
 */
export class Updates {
  readonly #deps: UpdateDeps
  /** whether this build has a feed at all */
  readonly possible: boolean
  #kept: Kept
  #newest: Release | undefined
  #asking: Promise<void> | undefined

  constructor(deps: UpdateDeps) {
    const { root, source } = deps
    this.#deps = deps
    this.possible = source !== undefined
    this.#kept = source === undefined ? { asked: null, file: '' } : load(join(root, FILE_NAME))
    this.#newest = source === undefined || this.#kept.file === '' ? undefined : readKept(this.#kept.file, source)
  }

  /** Returns unix seconds of the last time it asked; null if it never did. */
  asked(): number | null {
    return this.#kept.asked
  }

  /** Returns undefined if no newer version is known. */
  news(): AvailableUpdate | undefined {
    const newest = this.#newest
    return newest !== undefined && compareVersions(newest.version, this.#deps.version) > 0
      ? { ...newest, host: new URL(newest.page).hostname }
      : undefined
  }

  /** Asks now if a day has gone by and it may. Never rejects. */
  async poll(): Promise<void> {
    const deps = this.#deps
    const { source } = deps
    if (source === undefined || !deps.wanted() || !this.#isDue()) return
    this.#asking ??= this.#ask(source).finally(() => {
      this.#asking = undefined
    })
    await this.#asking
  }

  /** Begins to poll by itself. Returns the function that ends it. */
  begin(): () => void {
    if (this.#deps.source === undefined) return () => undefined
    const first = setTimeout(() => void this.poll(), FIRST_POLL_MS).unref()
    const later = setInterval(() => void this.poll(), POLL_INTERVAL_MS).unref()
    return () => {
      clearTimeout(first)
      clearInterval(later)
    }
  }

  #isDue(): boolean {
    const { asked } = this.#kept
    const now = this.#deps.now()
    // A clock that was put back must not silence it for years.
    return asked === null || now - asked >= DAY || asked > now
  }

  /** @throws Error with the end of a line of the log */
  #take(file: string, keys: readonly string[]): string {
    const { version } = this.#deps
    const newest = this.#newest
    const found = readFeed(file, keys)
    if (newest !== undefined && (found.issued < newest.issued || compareVersions(found.version, newest.version) < 0)) {
      throw new Error(`it is older than one that was here before (${newest.version})`)
    }
    if (compareVersions(found.version, version) < 0) throw new Error(`it has the older version ${found.version}`)
    this.#newest = found
    return file
  }

  async #ask({ address, keys }: FeedSource): Promise<void> {
    const deps = this.#deps
    const before = this.news()?.version
    let { file } = this.#kept
    try {
      file = this.#take(await fetchFeed(address, await deps.dial(), deps.patience ?? PATIENCE_MS), keys)
      deps.log(`Update feed checked: the newest version is ${this.#newest?.version ?? deps.version}`)
    } catch (error) {
      deps.log(`Update feed rejected: ${error instanceof Error ? error.message : String(error)}`)
    }
    this.#kept = { asked: deps.now(), file }
    try {
      await save(deps, this.#kept)
    } catch (error) {
      deps.log(`${FILE_NAME} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
    }
    if (this.news()?.version !== before) deps.changed()
  }
}

/** The signature is checked each time: the file may be anybody's by now. */
function readKept(file: string, { keys }: FeedSource): Release | undefined {
  try {
    return readFeed(file, keys)
  } catch {
    return undefined
  }
}

function load(path: string): Kept {
  const nothing = { asked: null, file: '' }
  try {
    if (statSync(path).size > MOST_FILE_BYTES) return nothing
    const { asked, file } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Record<string, unknown>>
    return {
      asked: Number.isSafeInteger(asked) ? Number(asked) : null,
      file: typeof file === 'string' ? file : '',
    }
  } catch {
    return nothing
  }
}

async function save({ root, now, delay }: UpdateDeps, kept: Kept): Promise<void> {
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const path = join(root, FILE_NAME)
  const release = await takeFileLock(path, { now: () => now() * 1000, delay })
  try {
    writeDurablySync(path, `${JSON.stringify(kept)}\n`)
  } finally {
    release()
  }
}
