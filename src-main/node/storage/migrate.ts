import type { Database } from 'better-sqlite3'
import { StorageError } from './storageError.ts'

/**
 * Tables of one module and their history. `steps[i]` migrates them from version i to version i + 1; a released step
 * never changes. Tables are STRICT (unless a column must hold more than one type) and named after their module.
 */
export interface ModuleMigrations {
  readonly module: string
  readonly steps: readonly ((db: Database) => void)[]
  /** true if the tables can be built from the stored blocks (indexBuild.ts), so a chain may get them at any time */
  readonly buildable?: true
}

/**
 * Migrates every module's tables to the newest version, in one transaction.
 * @throws StorageError `newer` if a newer program version wrote any table; `modules-changed` if blocks were connected
 *   with another set of modules, because tables that missed blocks would be silently wrong
 */
export function migrate(db: Database, modules: readonly ModuleMigrations[]): void {
  db.transaction(() => {
    db.exec(
      'CREATE TABLE IF NOT EXISTS modules (module TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID',
    )
    const rows = db.prepare<[], { module: string; version: number }>('SELECT module, version FROM modules').all()
    const versions = new Map(rows.map(({ module, version }) => [module, version]))
    if (versions.size > 0 && hasConnectedBlocks(db)) rejectOtherModules(modules, versions)
    const write = db.prepare<[string, number]>(
      'INSERT INTO modules VALUES (?, ?) ON CONFLICT (module) DO UPDATE SET version = excluded.version',
    )
    for (const { module, steps } of modules) {
      const version = versions.get(module) ?? 0
      if (version > steps.length)
        throw new StorageError(
          'newer',
          `The tables of "${module}" were written by a newer version of this program (${version}, known here: ${steps.length}). Use that version, or start with -reindex.`,
        )
      for (const step of steps.slice(version)) step(db)
      if (version < steps.length) write.run(module, steps.length)
    }
  }).immediate()
}

/** Returns true if blocks of the chain were connected. */
function hasConnectedBlocks(db: Database): boolean {
  return db.prepare<[], number>('SELECT 1 FROM txs LIMIT 1').pluck().get() === 1
}

function rejectOtherModules(modules: readonly ModuleMigrations[], versions: ReadonlyMap<string, number>): void {
  const wanted = new Set(modules.map(({ module }) => module))
  const needed = modules.filter(({ buildable }) => !buildable).map(({ module }) => module)
  const missing = needed.filter((module) => !versions.has(module))
  const surplus = [...versions.keys()].filter((module) => !wanted.has(module))
  if (missing.length + surplus.length === 0) return
  const text = [
    missing.length > 0 ? `switched on since: ${missing.join(', ')}` : '',
    surplus.length > 0 ? `switched off since: ${surplus.join(', ')}` : '',
  ]
  throw new StorageError(
    'modules-changed',
    `The chain database was built with other indexes (${text.filter(Boolean).join('; ')}). Start once with -reindex to build them from the block files.`,
  )
}
