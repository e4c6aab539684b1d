import type { BlockEntry, ChainUpdate, ConnectedBlock, Logger, NewBlock } from '../../core/index.ts'
import { type Block, txidOf } from '../../primitives/index.ts'

/** Whether a listener will read the transactions of a block that is being connected when it is notified of it. */
export type WantsBlock = (block: ConnectedBlock) => boolean

type Listener = (update: ChainUpdate) => void

/** What listeners are still to be notified of. */
export interface ChainNotifications {
  connected(block: ConnectedBlock): void
  disconnected(block: ConnectedBlock): void
  /** it was rolled back: there is nothing to notify of */
  forget(): void
  /** Notifies listeners, in order; with `blocks` of so many connected ones at most. */
  notify(blocks?: number): void
  /** listeners were notified of everything */
  readonly isEmpty: boolean
  /** blocks that listeners are still to be notified of */
  readonly size: number
  subscribe(listener: Listener, wants?: WantsBlock): () => void
}

interface Deps {
  readonly tip: () => BlockEntry
  /** a block that was connected, from disk */
  readonly read: (entry: BlockEntry) => Block | undefined
  readonly logger: Logger
}

export function createChainNotifications({ tip, read, logger }: Deps): ChainNotifications {
  const listeners = new Map<Listener, WantsBlock | undefined>()
  let connected: NewBlock[] = []
  let disconnected: ConnectedBlock[] = []

  const quietly = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch (error) {
      // The block is connected whatever a listener makes of it, and the others must hear of it.
      logger.error('a listener failed on a chain update', { error: String(error), stack: (error as Error).stack })
      return otherwise
    }
  }

  /** Objects of hundreds of blocks that are never read again would be half of what the garbage collector has to move. */
  const lean = ({ entry }: ConnectedBlock): NewBlock => {
    let txs: NewBlock['txs'] | undefined
    return {
      entry,
      get txs() {
        txs ??= read(entry)!.txs.map((tx) => ({ tx, txid: txidOf(tx) }))
        return txs
      },
    }
  }

  const size = () => connected.length + disconnected.length
  const isEmpty = () => size() === 0

  return {
    connected(block) {
      // All are asked: each may make a note of a block that it does not want.
      const answers = [...listeners.values()].map((wants) => wants !== undefined && quietly(() => wants(block), true))
      connected.push(answers.includes(true) ? block : lean(block))
    },
    disconnected: (block) => void disconnected.push(block),
    forget() {
      connected = []
      disconnected = []
    },
    notify(blocks = Number.POSITIVE_INFINITY) {
      if (isEmpty()) return
      const rest = connected.slice(blocks)
      const part = rest.length === 0 ? connected : connected.slice(0, blocks)
      // A listener that remembers the tip must not take blocks for known that it was not notified of.
      const update: ChainUpdate = {
        disconnected,
        connected: part,
        tip: rest.length === 0 ? tip() : part.at(-1)!.entry,
      }
      connected = rest
      disconnected = []
      for (const listener of [...listeners.keys()]) quietly(() => listener(update), undefined)
    },
    get isEmpty() {
      return isEmpty()
    },
    get size() {
      return size()
    },
    subscribe(listener, wants) {
      listeners.set(listener, wants)
      return () => void listeners.delete(listener)
    },
  }
}
