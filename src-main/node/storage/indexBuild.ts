import type { Database } from 'better-sqlite3'
import type { Logger } from '../core/index.ts'
import { yieldToEventLoop } from '../util/index.ts'

/**
 * A set of tables that follows the chain and that can be made from what the other tables hold. Which of them exist is up to
 * the options of each start.
 */
export interface DerivedIndex {
  /** of its row in index_states */
  readonly name: string
  /** for people: `the address index` */
  readonly title: string
  /** empties its tables; runs in a transaction */
  clear(): void
  /** taken one after another, each as often as it says */
  readonly steps: readonly BuildStep[]
  /** the transaction of a chunk failed: forgets what it had gathered in memory */
  discard(): void
}

export interface BuildStep {
  /** Does a chunk of some milliseconds beginning at `next`, at first 0; runs in a transaction. Returns where to go on, undefined when done. */
  run(next: number): number | undefined
  /** how far `next` is */
  progress(next: number): { readonly done: number; readonly total: number; readonly unit: string }
}

/** What index_states holds of an index that is kept; no row: its tables are empty. */
export interface IndexState {
  /** number of the step that is under way, undefined: the index is complete and follows the chain */
  readonly step: number | undefined
  /** where the step goes on */
  readonly next: number
  /** is to be made anew at the next start */
  readonly again: boolean
  /** what is wrong with it, for people */
  readonly problem: string | undefined
}

/** Pages of write-ahead log while an index is built: 128 MB. */
const CHECKPOINT_PAGES = 32_000
/** Each commit writes every page that was touched, which with addresses anywhere is most of them. */
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
 * Brings an index to what the options of this start want: drops it, makes it, or goes on making it where the last start was
 * interrupted. To be awaited before blocks connect, and while nothing else writes. Chunks become visible some at a time in one
 * transaction together with how far they got, so a process that dies at any point loses a second's work and nothing is
 * counted twice; the event loop gets its turn after each chunk. Resolves early when the signal is aborted.
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
  // Rows of addresses lie anywhere: copied back from the log often, most pages would be written again and again.
  const checkpoint = db.pragma('wal_autocheckpoint', { simple: true }) as number
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  try {
    while (states.read(index.name)?.step !== undefined && !deps.signal?.aborted) await buildSome(index, states, deps)
  } finally {
    db.pragma(`wal_autocheckpoint = ${checkpoint}`)
  }
}

/** Some chunks in one transaction, fewer if the signal is aborted. */
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
  // A chain that has no blocks yet has no index to wait for.
  if (progress !== undefined && progress.total > 0) onProgress?.({ title, ...progress })
}
