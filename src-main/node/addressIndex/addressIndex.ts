import type { AddressIndexView, BlockObserver } from '../interfaces.ts'
import type { Database } from '../storage/index.ts'
import { createAccounts } from './accounts.ts'
import { createObserver } from './observer.ts'
import { createView, type TxPlace } from './view.ts'

export interface AddressIndex extends AddressIndexView {
  readonly observer: BlockObserver
}

export interface AddressIndexDeps {
  /** with the tables of addressIndexMigrations */
  readonly db: Database
  /**
   * Place of a transaction that is connected but not written yet: the modules ask for histories in the middle of a bulk
   * import. (`storage.ledger.byOrdinal`)
   */
  readonly placeOf?: (ordinal: number) => TxPlace | undefined
}

/** The address index on the chain's database: hand `observer` to the chain, ask the rest. */
export function createAddressIndex({ db, placeOf = () => undefined }: AddressIndexDeps): AddressIndex {
  const accounts = createAccounts(db)
  const observer = createObserver(db, accounts)
  return { observer, ...createView({ db, accounts, flush: observer.flush, placeOf }) }
}
