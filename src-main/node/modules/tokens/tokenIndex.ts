import type { BlockObserver } from '../../interfaces.ts'
import type { Database } from '../../storage/index.ts'
import { createTokenObserver } from './observer.ts'
import { createTokenQueries, type TokenQueries } from './queries.ts'
import type { FindTransaction } from './reader.ts'
import { createTokenTables } from './tables.ts'

export { displayText } from './displayText.ts'

/** The token index over the chain's database, which `tokenMigrations` has prepared. */
export interface TokenIndex extends TokenQueries {
  readonly observer: BlockObserver
}

export interface TokenIndexDeps {
  readonly db: Database
  /** confirmed transactions; asked only while a block connects, and hardly ever */
  readonly transaction: FindTransaction
}

export function createTokenIndex({ db, transaction }: TokenIndexDeps): TokenIndex {
  const tables = createTokenTables(db)
  return { ...createTokenQueries(db), observer: createTokenObserver(tables, transaction) }
}
