import type { BlockObserver } from '../../core/index.ts'
import { explainStorageError, type FilePosition, type Storage, StorageError } from '../../storage/index.ts'
import type { HeaderTree } from '../headerTree.ts'
import type { TimeStep } from '../types.ts'
import type { ChainNotifications } from './notify.ts'

/**
 * One step of the chain: all of it becomes durable, or none of it, in the database, in the header tree, in the observers'
 * memories and in the block files. Listeners are notified once it is final.
 */
export interface UnitOfWork {
  /** Runs `work` as a unit; an exception takes everything back and is thrown on. */
  run<T>(work: () => T): T
  /** The same, but kept only if `work` returns true. */
  attempt(work: () => boolean): boolean
  /**
   * Adds to a unit that stays open until `commit`, or until any other unit begins. If `work` returns false, everything since
   * the last commit is taken back. The `pending` verification of the call that opens the unit is the unit's until its end.
   */
  extend(work: () => boolean, pending: PendingVerification): boolean
  /** Waits for the pending verification of an open unit. Afterwards the connected tip is the verified tip. */
  verify(): void
  /**
   * Ends an open unit, if there is one, and notifies listeners. With `blocks` they are notified of so many at most, in order,
   * and of none yet if the unit that it ended had more; it returns false until they have been notified of all. Whatever
   * changes the chain notifies them of the rest first.
   */
  commit(blocks?: number): boolean
  readonly isOpen: boolean
  /**
   * Within a unit: writes some of what is held in memory, and more as long as `goOn` says so; true: all is written. With
   * `dense` observers and the ledger keep what is better written once, before the commit.
   */
  write(goOn: () => boolean, dense?: boolean): boolean
  /**
   * For readers that must see in the tables what an open unit holds in memory: if such a write fails, everything is taken
   * back as if the commit had failed. SQLite may have ended the transaction by then, and later writes would have none.
   */
  guard(write: () => void): void
  /** The block files are reflected in the database up to here; undefined: to their end, as long as blocks are appended. */
  setIndexed(position: FilePosition | undefined): void
}

/** Scripts that an open unit waits for, because other threads still verify them. */
export interface PendingVerification {
  /** Waits for all of them; false: one failed, and the unit is taken back. */
  finish(): boolean
  /** All are verified. */
  verified(): void
  /** The unit was taken back because a script failed; what was good of it may be done again. */
  rolledBack(): void
  /** The unit was taken back because something else failed, such as a write. */
  failed(): void
}

export interface UnitOfWorkDeps {
  readonly tree: HeaderTree
  readonly storage: Storage
  readonly observers: readonly BlockObserver[]
  /** what happens within a unit is noted here, and sent when it is final */
  readonly notifications: ChainNotifications
  readonly indexed: FilePosition | undefined
  readonly timed: TimeStep
  /** a unit was taken back: what was read of its blocks is out of date */
  readonly forget: () => void
  /** the disk failed: nothing was lost, but nothing can be written */
  readonly broken: (error: StorageError) => void
}

interface OpenUnit {
  /** end of the block files when it began */
  readonly end: FilePosition
  readonly indexed: FilePosition | undefined
  readonly pending: PendingVerification | undefined
}

interface State {
  indexed: FilePosition | undefined
  open: OpenUnit | undefined
}

export function createUnitOfWork(deps: UnitOfWorkDeps): UnitOfWork {
  const { storage, notifications } = deps
  const state: State = { indexed: deps.indexed, open: undefined }
  const guarded = <T>(work: () => T): T => guard(deps, state, work)

  function extend(work: () => boolean, pending?: PendingVerification): boolean {
    guarded(storage.checkSpace)
    if (state.open === undefined) {
      notifications.notify()
      state.open = { end: storage.files.end(), indexed: state.indexed, pending }
      guarded(storage.begin)
    }
    const kept = guarded(work)
    if (!kept) abandon(deps, state)
    return kept
  }

  function verify(): void {
    const pending = state.open?.pending
    if (pending === undefined) return
    if (guarded(pending.finish)) pending.verified()
    else {
      abandon(deps, state)
      pending.rolledBack()
    }
  }

  function commit(blocks?: number): boolean {
    verify()
    if (state.open !== undefined) {
      guarded(() => deps.timed('commit', () => commitStorage(deps, state)))
      state.open = undefined
      // Of many blocks, writing was enough for one turn.
      if (blocks !== undefined && notifications.size > blocks) return false
    }
    deps.timed('notify', () => notifications.notify(blocks))
    return notifications.isEmpty
  }

  function attempt(work: () => boolean): boolean {
    commit()
    const kept = extend(work)
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
    extend,
    verify,
    commit,
    get isOpen() {
      return state.open !== undefined
    },
    write: (goOn, dense) => guarded(() => write(deps, goOn, dense)),
    guard: guarded,
    setIndexed(position) {
      state.indexed = position
    },
  }
}

function write({ storage, observers }: UnitOfWorkDeps, goOn: () => boolean, dense = false): boolean {
  for (const observer of observers) if (observer.write?.(goOn, dense) === false) return false
  return storage.ledger.write(goOn, dense)
}

function commitStorage({ tree, storage, observers }: UnitOfWorkDeps, { indexed }: State): void {
  for (const observer of observers) observer.flush?.()
  storage.ledger.flush()
  storage.commit({ tip: tree.tip.id, indexed: indexed ?? storage.files.end() })
  tree.commit()
}

/** Runs part of a unit. Whatever is thrown takes the whole unit back. */
function guard<T>(deps: UnitOfWorkDeps, state: State, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const pending = state.open?.pending
    abandon(deps, state)
    pending?.failed()
    const explained = explainStorageError(error, deps.storage.db.name)
    if (explained instanceof StorageError) deps.broken(explained)
    throw explained
  }
}

function abandon({ tree, storage, observers, notifications, forget }: UnitOfWorkDeps, state: State): void {
  const { open } = state
  if (open === undefined) return
  state.open = undefined
  storage.rollback()
  for (const observer of observers) observer.discard?.()
  tree.revert()
  storage.files.cut(open.end)
  forget()
  state.indexed = open.indexed
  notifications.forget()
}
