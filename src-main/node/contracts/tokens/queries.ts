import type { Database } from '../../storage/index.ts'
import type { TokenRecord } from '../framework/tokenView.ts'
import { createTokenDirectory, type TokenSelection } from './directory.ts'
import { createTokenHistory, type HistoryQueries } from './history.ts'
import { createHoldings, type HoldingQueries } from './holdings.ts'

export type { HolderKind, TokenEvent, TokenHolder } from './history.ts'
export type { TokenHolding } from './holdings.ts'

/** Queries by key in confirmed state. Public keys have 33 bytes; ids have 32, in internal order. */
export interface TokenQueries extends HoldingQueries, HistoryQueries {
  /**
   * Returns the ids in the order of tokenlist: those with markers of the older form by age, then by id (tokens.md §5).
   */
  list(): Uint8Array[]
  token(tokenId: Uint8Array): TokenRecord | undefined
  /** Returns the listed tokens that match, newest first. */
  newest(page: TokenSelection): { readonly total: number; readonly items: TokenRecord[] }
}

export function createTokenQueries(db: Database): TokenQueries {
  const directory = createTokenDirectory(db)
  const { list, token, newest } = directory
  return { list, token, newest, ...createHoldings(db, directory), ...createTokenHistory(db, directory) }
}
