import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { acquireFileLock, writeDurablySync } from '../../files/index.ts'
import { MAX_FEED_BYTES, type Release, readFeed } from './feed.ts'
import { type Dial, fetchFeed } from './fetchFeed.ts'
import type { FeedSource } from './release.ts'
import { compareVersions } from './version.ts'

const FILE_NAME = 'updates.json'
const DAY = 86_400
/** Delay after the start, which has more urgent work. */
const FIRST_POLL_MS = 3_000
/** How often to check whether a day has passed; timers do not run while the computer sleeps. */
const POLL_INTERVAL_MS = 600_000
/** Timeout of a complete reply, allowing for a slow proxy. */
const TIMEOUT_MS = 30_000
/** The file contains the JSON of a feed inside JSON. */
const MAX_FILE_BYTES = MAX_FEED_BYTES * 3

/** Version newer than this program. */
export interface AvailableUpdate extends Release {
  /** host name of its page */
  readonly host: string
}

export interface UpdateDeps {
  /** absolute path of the app's folder */
  readonly root: string
  /** version of this program */
  readonly version: string
  /** undefined if the build has no update feed */
  readonly source: FeedSource | undefined
  /** Returns true if the user wants update checks and the list has a chain other than the sandbox. */
  wanted(): boolean
  /**
   * Returns the connector, chosen for each request. Rejects if the required proxy is unknown; then no request is sent.
   */
  dial(): Promise<Dial>
  /** unix seconds */
  now(): number
  delay(milliseconds: number): Promise<unknown>
  log(line: string): void
  /** Called when a newer version becomes known, or is no longer newer. */
  changed(): void
  /** timeout in ms; default: 30 seconds */
  readonly patience?: number
}

interface StoredReply {
  readonly asked: number | null
  /** signed file of the feed, or '' */
  readonly file: string
}

/**
 * Requests a signed feed once a day to learn whether there is a newer version. An invalid reply is only logged; the
 * stored reply stays unchanged.
 */
export class Updates {
  readonly #deps: UpdateDeps
  /** true if this build has an update feed */
  readonly possible: boolean
  #kept: StoredReply
  #newest: Release | undefined
  #asking: Promise<void> | undefined

  constructor(deps: UpdateDeps) {
    const { root, source } = deps
    this.#deps = deps
    this.possible = source !== undefined
    this.#kept = source === undefined ? { asked: null, file: '' } : load(join(root, FILE_NAME))
    this.#newest = source === undefined || this.#kept.file === '' ? undefined : readKept(this.#kept.file, source)
  }

  /** Returns the time of the last request in unix seconds, or null if there was no request. */
  asked(): number | null {
    return this.#kept.asked
  }

  /** Returns the newer version, or undefined if none is known. */
  news(): AvailableUpdate | undefined {
    const newest = this.#newest
    return newest !== undefined && compareVersions(newest.version, this.#deps.version) > 0
      ? { ...newest, host: new URL(newest.page).hostname }
      : undefined
  }

  /** Sends a request if a day has passed and the check is on. Never rejects. */
  async poll(): Promise<void> {
    const deps = this.#deps
    const { source } = deps
    if (source === undefined || !deps.wanted() || !this.#isDue()) return
    this.#asking ??= this.#ask(source).finally(() => {
      this.#asking = undefined
    })
    await this.#asking
  }

  /** Starts periodic polling. Returns the function that stops it. */
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
    // If the clock was set back, the last request is in the future; poll again instead of waiting for years.
    return asked === null || now - asked >= DAY || asked > now
  }

  /** @throws Error whose message is the end of a log line */
  #take(file: string, keys: readonly string[]): string {
    const { version } = this.#deps
    const newest = this.#newest
    const found = readFeed(file, keys)
    if (newest !== undefined && (found.issued < newest.issued || compareVersions(found.version, newest.version) < 0)) {
      throw new Error(`the update feed is older than the last accepted one (${newest.version})`)
    }
    if (compareVersions(found.version, version) < 0)
      throw new Error(`the update feed has the older version ${found.version}`)
    this.#newest = found
    return file
  }

  async #ask({ address, keys }: FeedSource): Promise<void> {
    const deps = this.#deps
    const before = this.news()?.version
    let { file } = this.#kept
    try {
      file = this.#take(await fetchFeed(address, await deps.dial(), deps.patience ?? TIMEOUT_MS), keys)
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

/** Checks the signature on every start, because other programs may have changed the file. */
function readKept(file: string, { keys }: FeedSource): Release | undefined {
  try {
    return readFeed(file, keys)
  } catch {
    return undefined
  }
}

function load(path: string): StoredReply {
  const nothing = { asked: null, file: '' }
  try {
    if (statSync(path).size > MAX_FILE_BYTES) return nothing
    const { asked, file } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Record<string, unknown>>
    return {
      asked: Number.isSafeInteger(asked) ? Number(asked) : null,
      file: typeof file === 'string' ? file : '',
    }
  } catch {
    return nothing
  }
}

async function save({ root, now, delay }: UpdateDeps, kept: StoredReply): Promise<void> {
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const path = join(root, FILE_NAME)
  const release = await acquireFileLock(path, { now: () => now() * 1000, delay })
  try {
    writeDurablySync(path, `${JSON.stringify(kept)}\n`)
  } finally {
    release()
  }
}
