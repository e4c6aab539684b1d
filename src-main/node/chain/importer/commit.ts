import type { FilePosition } from '../../storage/index.ts'
import type { ChainContext } from '../context.ts'

/** State that a rollback of a batch restores. */
export interface BatchStart {
  /** end of the block files */
  readonly end: FilePosition
  /** position up to which the block files are in the database; undefined means up to their end */
  readonly indexed: FilePosition | undefined
}

/**
 * Writes part of the open batch's buffered rows, and continues while `goOn` returns true. Returns true if all are
 * written. With `dense`, observers and the ledger keep back rows that are better written once, right before the commit.
 */
export function writeRows({ storage, observers }: ChainContext, goOn: () => boolean, dense = false): boolean {
  for (const observer of observers) if (observer.write?.(goOn, dense) === false) return false
  return storage.ledger.write(goOn, dense)
}

/** Commits the open batch: database, header tree and observers. */
export function commitBatch({ tree, storage, observers }: ChainContext, indexed: FilePosition | undefined): void {
  for (const observer of observers) observer.flush?.()
  storage.ledger.flush()
  storage.commit({ tip: tree.tip.id, indexed: indexed ?? storage.files.end() })
  tree.commit()
}

/** Rolls the open batch back: database, observers, header tree, block files and notifications. */
export function rollBackBatch(context: ChainContext, { end }: BatchStart): void {
  const { tree, storage, observers, notifications, transactions } = context
  storage.rollback()
  for (const observer of observers) observer.discard?.()
  tree.revert()
  storage.files.cut(end)
  transactions.forget()
  notifications.forget()
}
