import type { BlockObserver, ChainUpdate, ConnectedBlock, Logger } from '../interfaces.ts'
import type { FilePosition, Storage } from '../storage/index.ts'
import type { HeaderTree } from './headerTree.ts'

/**
 * One step of the chain: all of it becomes visible and durable, or none of it, in the database, in the header tree, in the
 * observers' memories and in the block files. Listeners hear of it after it is final.
 */
export interface UnitOfWork {
  /** Runs `work` in a unit of its own; an exception takes everything back and goes on to the caller. */
  run<T>(work: () => T): T
  begin(): void
  commit(): void
  rollback(): void
  /** notes a block for the listeners */
  connected(block: ConnectedBlock): void
  disconnected(block: ConnectedBlock): void
  subscribe(listener: (update: ChainUpdate) => void): () => void
  /** The block files are reflected in the database up to here; undefined: to their end, as long as blocks are appended. */
  setIndexed(position: FilePosition | undefined): void
}

export function createUnitOfWork(deps: {
  readonly tree: HeaderTree
  readonly storage: Storage
  readonly observers: readonly BlockObserver[]
  readonly logger: Logger
  readonly indexed: FilePosition | undefined
}): UnitOfWork {
  const { tree, storage, observers, logger } = deps
  const listeners = new Set<(update: ChainUpdate) => void>()
  let indexed = deps.indexed
  let before = { indexed, end: storage.files.end() }
  let connected: ConnectedBlock[] = []
  let disconnected: ConnectedBlock[] = []

  function begin(): void {
    storage.begin()
    before = { indexed, end: storage.files.end() }
  }

  function commit(): void {
    for (const observer of observers) observer.flush?.()
    storage.commit({ tip: tree.tip.id, indexed: indexed ?? storage.files.end() })
    tree.settle()
    const update: ChainUpdate = { disconnected, connected, tip: tree.tip }
    connected = []
    disconnected = []
    if (update.connected.length + update.disconnected.length > 0) announce(update)
  }

  function announce(update: ChainUpdate): void {
    for (const listener of [...listeners]) {
      try {
        listener(update)
      } catch (error) {
        // The block is connected whatever a listener makes of it, and the others must hear of it.
        logger.error('a listener failed on a chain update', { error: String(error), stack: (error as Error).stack })
      }
    }
  }

  function rollback(): void {
    storage.rollback()
    for (const observer of observers) observer.discard?.()
    tree.revert()
    storage.files.cut(before.end)
    indexed = before.indexed
    connected = []
    disconnected = []
  }

  return {
    run(work) {
      begin()
      try {
        const result = work()
        commit()
        return result
      } catch (error) {
        rollback()
        throw error
      }
    },
    begin,
    commit,
    rollback,
    connected: (block) => void connected.push(block),
    disconnected: (block) => void disconnected.push(block),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    setIndexed(position) {
      indexed = position
    },
  }
}
