import type { BlockObserver } from '../interfaces.ts'
import { explainStorageError, type FilePosition, type Storage, StorageError } from '../storage/index.ts'
import type { HeaderTree } from './headerTree.ts'
import type { ChainNotifications } from './notifications.ts'

/**
 * One step of the chain: all of it becomes visible and durable, or none of it, in the database, in the header tree, in the
 * observers' memories and in the block files. Listeners hear of it after it is final.
 */
export interface UnitOfWork {
  /** Runs `work` as a unit; an exception takes everything back and goes on to the caller. */
  run<T>(work: () => T): T
  /** The same, but kept only if `work` says so. */
  attempt(work: () => boolean): boolean
  /**
   * Adds to a unit that stays open: everybody sees what was done, but it becomes durable, and listeners hear of it, only
   * with `commit`, or when any other unit begins. What `work` does not say is to be kept takes everything since the last
   * commit back with it. What the unit has pending when it begins, it has pending until it ends.
   */
  step(work: () => boolean, pending: PendingVerification): boolean
  /** Waits for what an open unit has pending. Afterwards the tip is one that may be shown to others. */
  verify(): void
  /** Does for so long what `commit` would have to do for an open unit; true: little of it is left. */
  prepare(millis: number): boolean
  /**
   * Ends an open unit, if there is one, and tells listeners. With `blocks` they hear of so many at most, in order, and it
   * returns false until they have heard of all; whatever changes the chain tells them the rest first.
   */
  commit(blocks?: number): boolean
  readonly isOpen: boolean
  /**
   * Within a unit: writes what is held back in memory. Committing does it anyway, but it can be done while other threads
   * still look at the unit's scripts.
   */
  flush(): void
  /** The same for some of it, and more as long as `goOn` says so; true: nothing is held back any more. */
  write(goOn: () => boolean): boolean
  /**
   * For whoever must see in the tables what an open unit holds back: if such a write fails, everything is taken back as if
   * the commit had failed. SQLite may have ended the transaction by then, and what came later would be written without one.
   */
  guard(write: () => void): void
  /** The block files are reflected in the database up to here; undefined: to their end, as long as blocks are appended. */
  setIndexed(position: FilePosition | undefined): void
}

/** Answers that an open unit of work waits for: scripts that other threads look at. */
export interface PendingVerification {
  /** Waits for all of them; false: the unit must not be kept. */
  finish(): boolean
  /** Does for so long what ending the unit takes; true: little of it is left. */
  prepare(millis: number): boolean
  /** The unit was taken back because of that; what was good of it may be done again. */
  rolledBack(): void
  /** The unit was taken back because something else failed, such as a write. */
  failed(): void
}

export interface UnitOfWorkDeps {
  readonly tree: HeaderTree
  readonly storage: Storage
  readonly observers: readonly BlockObserver[]
  /** what happens within a unit is noted here; told when it is final */
  readonly notifications: ChainNotifications
  readonly indexed: FilePosition | undefined
  /** a unit was taken back: what was read of its blocks is out of date */
  readonly forget: () => void
  /** the disk failed: nothing was lost, but nothing can be written */
  readonly broken: (error: StorageError) => void
}

export function createUnitOfWork(deps: UnitOfWorkDeps): UnitOfWork {
  const { tree, storage, observers, notifications } = deps
  let indexed = deps.indexed
  /** where the open unit began */
  let opened:
    | {
        readonly end: FilePosition
        readonly before: FilePosition | undefined
        readonly pending: PendingVerification | undefined
      }
    | undefined

  function flush(): void {
    for (const observer of observers) observer.flush?.()
    storage.ledger.flush()
  }

  function write(goOn: () => boolean): boolean {
    for (const observer of observers) if (observer.write?.(goOn) === false) return false
    return storage.ledger.write(goOn)
  }

  function commitStorage(): void {
    flush()
    storage.commit({ tip: tree.tip.id, indexed: indexed ?? storage.files.end() })
    tree.commit()
  }

  function rollback(end: FilePosition, before: FilePosition | undefined): void {
    storage.rollback()
    for (const observer of observers) observer.discard?.()
    tree.revert()
    storage.files.cut(end)
    deps.forget()
    indexed = before
    notifications.forget()
  }

  /** Within a unit. Whatever is thrown takes the whole unit back. */
  function guarded<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      const pending = opened?.pending
      abandon()
      pending?.failed()
      const explained = explainStorageError(error, storage.db.name)
      if (explained instanceof StorageError) deps.broken(explained)
      throw explained
    }
  }

  function abandon(): void {
    const start = opened
    opened = undefined
    if (start !== undefined) rollback(start.end, start.before)
  }

  function step(work: () => boolean, pending?: PendingVerification): boolean {
    if (opened === undefined) {
      notifications.notify()
      opened = { end: storage.files.end(), before: indexed, pending }
      guarded(storage.begin)
    }
    const kept = guarded(work)
    if (!kept) abandon()
    return kept
  }

  function verify(): void {
    const pending = opened?.pending
    if (pending === undefined || guarded(pending.finish)) return
    abandon()
    pending.rolledBack()
  }

  function commit(blocks?: number): boolean {
    verify()
    if (opened !== undefined) {
      guarded(commitStorage)
      opened = undefined
      // Writing was enough for one turn.
      if (blocks !== undefined) return notifications.isEmpty
    }
    notifications.notify(blocks)
    return notifications.isEmpty
  }

  function attempt(work: () => boolean): boolean {
    commit()
    const kept = step(work)
    commit()
    return kept
  }

  return {
    run<T>(work: () => T): T {
      let result: T | undefined
      attempt(() => {
        result = work()
        return true
      })
      return result as T
    },
    attempt,
    step,
    verify,
    prepare: (millis) => opened?.pending?.prepare(millis) ?? true,
    commit,
    get isOpen() {
      return opened !== undefined
    },
    flush,
    write: (goOn) => guarded(() => write(goOn)),
    guard: guarded,
    setIndexed(position) {
      indexed = position
    },
  }
}
