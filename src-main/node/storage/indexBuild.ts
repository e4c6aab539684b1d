import type { Database } from 'better-sqlite3'
import type { Logger } from '../core/index.ts'
import { yieldToEventLoop } from '../util/index.ts'

/**
 * Optional index: tables that follow the chain and can be rebuilt from the other tables. The options of each start decide
 * whether it exists.
 */
export interface DerivedIndex {
  /** name of its row in index_states */
  readonly name: string
  /** text for users, such as `the address index` */
  readonly title: string
  /** empties its tables; called within a transaction */
  clear(): void
  /** run in this order, each until its `run` returns undefined */
  readonly steps: readonly BuildStep[]
  /** drops data gathered in memory after a chunk's transaction failed */
  discard(): void
}

export interface BuildStep {
  /**
   * Processes a chunk of some milliseconds from `next` on (initially 0), within a transaction. Returns the next
   * position, or undefined when done.
   */
  run(next: number): number | undefined
  /** returns the progress at position `next` */
  progress(next: number): { readonly done: number; readonly total: number; readonly unit: string }
}

/** State of an existing index in index_states. Without a row, the index has empty tables. */
export interface IndexState {
  /** number of the current step; undefined if the index is complete and follows the chain */
  readonly step: number | undefined
  /** position at which the step continues */
  readonly next: number
  /** true if the index is rebuilt at the next start */
  readonly again: boolean
  /** problem of the index, as a text for users */
  readonly problem: string | undefined
}

/** Size of the write-ahead log that triggers a checkpoint during an index build, in pages: 128 MB. */
const CHECKPOINT_PAGES = 32_000
/**
 * Number of chunks per commit. A commit writes every touched page. Address rows touch most pages of the file, so fewer
 * commits write less.
 */
const CHUNKS_PER_COMMIT = 20

const COMPLETE: IndexState = { step: undefined, next: 0, again: false, problem: undefined }
const BEGIN: IndexState = { ...COMPLETE, step: 0 }

const prepareStatements = (db: Database) => ({
  select: db.prepare<[string], { step: number | null; next: number; again: number; problem: string | null }>(
    'SELECT step, next, again, problem FROM index_states WHERE name = ?',
  ),
  replace: db.prepare('INSERT OR REPLACE INTO index_states (name, step, next, again, problem) VALUES (?, ?, ?, ?, ?)'),
  remove: db.prepare('DELETE FROM index_states WHERE name = ?'),
})

/** The table `index_states`. */
export class IndexStates {
  readonly #statements: ReturnType<typeof prepareStatements>

  constructor(db: Database) {
    this.#statements = prepareStatements(db)
  }

  read(name: string): IndexState | undefined {
    const row = this.#statements.select.get(name)
    if (row === undefined) return undefined
    const { step, next, again, problem } = row
    return { step: step ?? undefined, next, again: again !== 0, problem: problem ?? undefined }
  }

  write(name: string, { step, next, again, problem }: IndexState): void {
    this.#statements.replace.run(name, step ?? null, next, again ? 1 : 0, problem ?? null)
  }

  remove(name: string): void {
    this.#statements.remove.run(name)
  }
}

export interface BuildProgress {
  readonly title: string
  readonly done: number
  readonly total: number
  readonly unit: string
}

export interface BuildDeps {
  readonly db: Database
  readonly logger: Logger
  /** throws if the disk has too little space for another chunk */
  readonly checkSpace?: (() => void) | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: BuildProgress) => void) | undefined
}

/**
 * Brings an index into the state that this start's options require: drops it, builds it, or continues an interrupted
 * build. Await it before blocks connect, and while nothing else writes. Several chunks are committed together with
 * their position. A killed process thus loses at most a second of work and counts nothing twice. Yields to the event
 * loop after each chunk. Resolves early when the signal is aborted.
 */
export async function reconcileIndex(index: DerivedIndex, wanted: boolean, deps: BuildDeps): Promise<void> {
  const { db, logger } = deps
  const states = new IndexStates(db)
  const state = states.read(index.name)
  if (!wanted) {
    if (state === undefined) return
    db.transaction(() => {
      index.clear()
      states.remove(index.name)
    }).immediate()
    logger.info(`dropped ${index.title}`)
    return
  }
  if (state === undefined || state.again)
    db.transaction(() => {
      index.clear()
      states.write(index.name, BEGIN)
    }).immediate()
  // Address rows are scattered: with frequent checkpoints most pages would be written repeatedly.
  const checkpoint = db.pragma('wal_autocheckpoint', { simple: true }) as number
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  try {
    while (states.read(index.name)?.step !== undefined && !deps.signal?.aborted) await buildSome(index, states, deps)
  } finally {
    db.pragma(`wal_autocheckpoint = ${checkpoint}`)
  }
}

/** Processes several chunks in one transaction, fewer if the signal is aborted. */
async function buildSome(index: DerivedIndex, states: IndexStates, deps: BuildDeps): Promise<void> {
  const { db, logger, signal, checkSpace } = deps
  checkSpace?.()
  db.exec('BEGIN IMMEDIATE')
  try {
    let state = states.read(index.name) ?? BEGIN
    for (let chunks = 0; chunks < CHUNKS_PER_COMMIT && state.step !== undefined && !signal?.aborted; chunks++) {
      state = advance(index, state)
      reportProgress(index, state, deps)
      await yieldToEventLoop()
    }
    states.write(index.name, state)
    db.exec('COMMIT')
    if (state.step === undefined) logger.info(`${index.title} is complete`)
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK')
    index.discard()
    throw error
  }
}

function advance({ steps }: DerivedIndex, { step = 0, next }: IndexState): IndexState {
  const further = steps[step]?.run(next)
  if (further !== undefined) return { ...BEGIN, step, next: further }
  return step + 1 < steps.length ? { ...BEGIN, step: step + 1 } : COMPLETE
}

function reportProgress({ steps, title }: DerivedIndex, { step, next }: IndexState, { onProgress }: BuildDeps): void {
  const progress = step === undefined ? undefined : steps[step]?.progress(next)
  // A chain without blocks has no index to build, so no progress is reported.
  if (progress !== undefined && progress.total > 0) onProgress?.({ title, ...progress })
}
