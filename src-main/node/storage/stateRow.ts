import type { Database } from 'better-sqlite3'
import type { FilePosition } from './blockFiles.ts'
import { rejectOtherIdentity } from './otherChain.ts'
import { FIRST_TX_NUM } from './schema.ts'
import { StorageError } from './storageError.ts'

/** The single row with the progress of the chain data; see schema.ts. */
export interface StateRow {
  /** blocks.id of the active tip; undefined before genesis is stored */
  tip: number | undefined
  nextTxNum: number
  /** position up to which the block files are imported into the database */
  indexed: FilePosition
}

const prepareStatements = (db: Database) => ({
  select: db.prepare<
    [],
    { magic: Uint8Array; genesis: Uint8Array; tip: number | null; next_ordinal: number; file: number; file_end: number }
  >('SELECT magic, genesis, tip, next_ordinal, file, file_end FROM chain_state'),
  insert: db.prepare(
    'INSERT OR IGNORE INTO chain_state (id, magic, genesis, tip, next_ordinal, file, file_end) VALUES (1, ?, ?, NULL, ?, 0, 0)',
  ),
  update: db.prepare('UPDATE chain_state SET tip = ?, next_ordinal = ?, file = ?, file_end = ? WHERE id = 1'),
})

/** Access to the single-row table `chain_state`. */
export class StateTable {
  readonly #statements: ReturnType<typeof prepareStatements>

  /**
   * Inserts the row if the table is empty.
   * @throws StorageError `wrong-chain` if the database was created for another magic or genesis block
   */
  constructor(db: Database, magic: Uint8Array, genesis: Uint8Array) {
    this.#statements = prepareStatements(db)
    this.#statements.insert.run(magic, genesis, FIRST_TX_NUM)
    const row = this.#statements.select.get()
    if (row === undefined)
      throw new StorageError('corrupt', 'The chain database has no state. Start once with -reindex.')
    rejectOtherIdentity(row, { magic, genesis })
  }

  load(): StateRow {
    const { tip, next_ordinal, file, file_end } = this.#statements.select.get()!
    return { tip: tip ?? undefined, nextTxNum: next_ordinal, indexed: { file, offset: file_end } }
  }

  save({ tip, nextTxNum, indexed }: StateRow): void {
    this.#statements.update.run(tip ?? null, nextTxNum, indexed.file, indexed.offset)
  }
}
