import type { BlockEntry, ChainUpdate, ConnectedBlock, Logger, NewBlock } from '../../core/index.ts'
import { type Block, computeTxid } from '../../primitives/index.ts'

/** Called when a block is being connected. Returns true if the listener will read its transactions when notified. */
export type WantsBlock = (block: ConnectedBlock) => boolean

type Listener = (update: ChainUpdate) => void

export interface ChainNotificationsDeps {
  readonly tip: () => BlockEntry
  /** reads a connected block from disk */
  readonly read: (entry: BlockEntry) => Block | undefined
  readonly logger: Logger
}

/** Pending notifications of active-chain changes, and their listeners. */
export class ChainNotifications {
  readonly #deps: ChainNotificationsDeps
  readonly #listeners = new Map<Listener, WantsBlock | undefined>()
  #connected: NewBlock[] = []
  #disconnected: ConnectedBlock[] = []

  constructor(deps: ChainNotificationsDeps) {
    this.#deps = deps
  }

  /** number of blocks in pending notifications */
  get size(): number {
    return this.#connected.length + this.#disconnected.length
  }

  get isEmpty(): boolean {
    return this.size === 0
  }

  /** Adds a block connected within the open batch. */
  connected(block: ConnectedBlock): void {
    // All callbacks are called, because a listener may record a block that it does not want.
    const answers = [...this.#listeners.values()].map(
      (wants) => wants !== undefined && this.#callListener(() => wants(block), true),
    )
    this.#connected.push(answers.includes(true) ? block : this.#withoutTransactions(block))
  }

  /** Adds a block disconnected within the open batch. */
  disconnected(block: ConnectedBlock): void {
    this.#disconnected.push(block)
  }

  /** Drops all pending notifications after a rollback. */
  forget(): void {
    this.#connected = []
    this.#disconnected = []
  }

  /** Notifies listeners, in order, of at most `blocks` connected blocks. */
  notify(blocks = Number.POSITIVE_INFINITY): void {
    if (this.isEmpty) return
    const rest = this.#connected.slice(blocks)
    const part = rest.length === 0 ? this.#connected : this.#connected.slice(0, blocks)
    // A listener that stores the tip must not consider blocks known that it was not notified of.
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
      // The block stays connected if a listener fails, and the other listeners must be notified.
      const { stack } = error as Error
      this.#deps.logger.error('chain update listener failed', { error: String(error), stack })
      return otherwise
    }
  }

  /** Keeps only the entry. Objects of hundreds of unread blocks would be half of the garbage collector's work. */
  #withoutTransactions({ entry }: ConnectedBlock): NewBlock {
    const { read } = this.#deps
    let txs: NewBlock['txs'] | undefined
    return {
      entry,
      get txs() {
        txs ??= read(entry)!.txs.map((tx) => ({ tx, txid: computeTxid(tx) }))
        return txs
      },
    }
  }
}
