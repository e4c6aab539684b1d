import type { ContractIndex, ContractIndexDeps } from '../contract.ts'
import { createTokenQueries, type TokenQueries } from './queries.ts'
import { TokenObserver } from './tokenObserver.ts'
import { TokenTables } from './tokenTables.ts'

/** The token index in the chain's database, whose tables `tokenMigrations` creates. */
export interface TokenIndex extends TokenQueries, ContractIndex {}

export function createTokenIndex({ db, transaction }: ContractIndexDeps): TokenIndex {
  const tables = new TokenTables(db)
  return { ...createTokenQueries(db), observer: new TokenObserver(tables, transaction) }
}
