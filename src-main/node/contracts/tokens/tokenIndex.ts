import type { ContractIndex, ContractIndexDeps } from '../contract.ts'
import { createTokenObserver } from './tokenObserver.ts'
import { createTokenQueries, type TokenQueries } from './queries.ts'
import { createTokenTables } from './tokenTables.ts'

/** The token index over the chain's database, which `tokenMigrations` has prepared. */
export interface TokenIndex extends TokenQueries, ContractIndex {}

export function createTokenIndex({ db, transaction }: ContractIndexDeps): TokenIndex {
  const tables = createTokenTables(db)
  return { ...createTokenQueries(db), observer: createTokenObserver(tables, transaction) }
}
