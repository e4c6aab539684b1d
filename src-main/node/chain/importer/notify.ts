import type { BlockEntry, ChainUpdate, ConnectedBlock, Logger, NewBlock } from '../../core/index.ts'
import { type Block, txidOf } from '../../primitives/index.ts'

/** Whether a listener will read the transactions of a block that is being connected when it is notified of it. */
export type WantsBlock = (block: ConnectedBlock) => boolean

type Listener = (update: ChainUpdate) => void

export interface ChainNotificationsDeps {
  readonly tip: () => BlockEntry
  /** reads a block that was connected from disk */
  readonly read: (entry: BlockEntry) => Block | undefined
  readonly logger: Logger
}

/** Changes of the active chain that listeners are still to be notified of, and the listeners. */
export class ChainNotifications {
  readonly #deps: ChainNotificationsDeps
  readonly #listeners = new Map<Listener, WantsBlock | undefined>()
  #connected: NewBlock[] = []
  #disconnected: ConnectedBlock[] = []

  constructor(deps: ChainNotificationsDeps) {
    this.#deps = deps
  }

  /** number of blocks that listeners are still to be notified of */
  get size(): number {
    return this.#connected.length + this.#disconnected.length
  }

  get isEmpty(): boolean {
    return this.size === 0
  }

  /** Adds a block that was connected within the open batch. */
  connected(block: ConnectedBlock): void {
    // All are asked: each may make a note of a block that it does not want.
    const answers = [...this.#listeners.values()].map(
      (wants) => wants !== undefined && this.#callListener(() => wants(block), true),
    )
    this.#connected.push(answers.includes(true) ? block : this.#withoutTransactions(block))
  }

  /** Adds a block that was disconnected within the open batch. */
  disconnected(block: ConnectedBlock): void {
    this.#disconnected.push(block)
  }

  /** Drops everything after a rollback. */
  forget(): void {
    this.#connected = []
    this.#disconnected = []
  }

  /** Notifies listeners, in order, of at most `blocks` connected blocks. */
  notify(blocks = Number.POSITIVE_INFINITY): void {
    if (this.isEmpty) return
    const rest = this.#connected.slice(blocks)
    const part = rest.length === 0 ? this.#connected : this.#connected.slice(0, blocks)
    // A listener that remembers the tip must not take blocks for known that it was not notified of.
    const tip = rest.length === 0 ? this.#deps.tip() : part.at(-1)!.entry
    const update: ChainUpdate = { disconnected: this.#disconnected, connected: part, tip }
    this.#connected = rest
    this.#disconnected = []
    for (const listener of [...this.#listeners.keys()]) this.#callListener(() => listener(update), undefined)
  }

  /** See `Chain.subscribe`. */
  subscribe(listener: Listener, wants?: WantsBlock): () => void {
    this.#listeners.set(listener, wants)
    return () => void this.#listeners.delete(listener)
  }

  #callListener<T>(call: () => T, otherwise: T): T {
    try {
      return call()
    } catch (error) {
      // The block is connected whatever a listener makes of it, and the others must hear of it.
      const { stack } = error as Error
      this.#deps.logger.error('a listener failed on a chain update', { error: String(error), stack })
      return otherwise
    }
  }

  /** Keeps the entry only: objects of hundreds of blocks that are never read would be half of the garbage collector's work. */
  #withoutTransactions({ entry }: ConnectedBlock): NewBlock {
    const { read } = this.#deps
    let txs: NewBlock['txs'] | undefined
    return {
      entry,
      get txs() {
        txs ??= read(entry)!.txs.map((tx) => ({ tx, txid: txidOf(tx) }))
        return txs
      },
    }
  }
}
