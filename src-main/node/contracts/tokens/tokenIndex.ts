import type { ModuleIndex, ModuleIndexDeps } from '../contract.ts'
import { createTokenObserver } from './observer.ts'
import { createTokenQueries, type TokenQueries } from './queries.ts'
import { createTokenTables } from './tables.ts'

/** The token index over the chain's database, which `tokenMigrations` has prepared. */
export interface TokenIndex extends TokenQueries, ModuleIndex {}

export function createTokenIndex({ db, transaction }: ModuleIndexDeps): TokenIndex {
  const tables = createTokenTables(db)
  return { ...createTokenQueries(db), observer: createTokenObserver(tables, transaction) }
}
