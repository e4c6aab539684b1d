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
const FIRST_LOOK_MS = 3_000
/** How often it looks whether a day has gone by. A computer that slept has not counted the hours. */
const LOOK_EVERY_MS = 600_000
/** For a whole answer, through a slow proxy. */
const PATIENCE_MS = 30_000
/** JSON of a feed inside JSON. */
const MOST_FILE_BYTES = MOST_FEED_BYTES * 3

/** A version that is newer than this one. */
export interface AvailableUpdate extends Release {
  /** name of the host of its page */
  readonly host: string
}

export interface Updates {
  /** whether this build has a feed at all */
  readonly possible: boolean
  /** unix seconds of the last time it asked; null: never */
  asked(): number | null
  /** undefined: none that is known */
  news(): AvailableUpdate | undefined
  /** Asks now if a day has gone by and it may. Never rejects. */
  look(): Promise<void>
  /** Begins to look by itself. Returns the function that ends it. */
  begin(): () => void
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
export function createUpdates(deps: UpdateDeps): Updates {
  const { root, version, source, now } = deps
  let kept = source === undefined ? { asked: null, file: '' } : load(join(root, FILE_NAME))
  let newest = source === undefined || kept.file === '' ? undefined : readKept(kept.file, source)
  let asking: Promise<void> | undefined

  const news = (): AvailableUpdate | undefined =>
    newest !== undefined && compareVersions(newest.version, version) > 0
      ? { ...newest, host: new URL(newest.page).hostname }
      : undefined

  /** @throws Error with the end of a line of the log */
  const take = (file: string, keys: readonly string[]): string => {
    const found = readFeed(file, keys)
    if (newest !== undefined && (found.issued < newest.issued || compareVersions(found.version, newest.version) < 0)) {
      throw new Error(`it is older than one that was here before (${newest.version})`)
    }
    if (compareVersions(found.version, version) < 0) throw new Error(`it has the older version ${found.version}`)
    newest = found
    return file
  }

  const ask = async ({ address, keys }: FeedSource): Promise<void> => {
    const before = news()?.version
    let { file } = kept
    try {
      file = take(await fetchFeed(address, await deps.dial(), deps.patience ?? PATIENCE_MS), keys)
      deps.log(`Update feed checked: the newest version is ${newest?.version ?? version}`)
    } catch (error) {
      deps.log(`Update feed rejected: ${error instanceof Error ? error.message : String(error)}`)
    }
    kept = { asked: now(), file }
    try {
      await save(deps, kept)
    } catch (error) {
      deps.log(`${FILE_NAME} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
    }
    if (news()?.version !== before) deps.changed()
  }

  // A clock that was put back must not silence it for years.
  const due = () => kept.asked === null || now() - kept.asked >= DAY || kept.asked > now()
  const look = async () => {
    if (source === undefined || !deps.wanted() || !due()) return
    asking ??= ask(source).finally(() => {
      asking = undefined
    })
    await asking
  }
  return {
    possible: source !== undefined,
    asked: () => kept.asked,
    news,
    look,
    begin() {
      if (source === undefined) return () => undefined
      const first = setTimeout(() => void look(), FIRST_LOOK_MS).unref()
      const later = setInterval(() => void look(), LOOK_EVERY_MS).unref()
      return () => {
        clearTimeout(first)
        clearInterval(later)
      }
    },
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
