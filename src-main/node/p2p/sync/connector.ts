import {
  type BlockOutcome,
  type Chain,
  COMMIT_EVERY_BLOCK,
  COMMIT_IN_BATCHES,
  type ImportPolicy,
  type ImportQueue,
  type ImportSource,
} from '../../chain/index.ts'
import type { BlockEntry } from '../../core/index.ts'
import type { HeaderPath } from './headerPath.ts'
import { MAX_HELD_BYTES, MAX_WAITING_BYTES } from './limits.ts'
import type { ArrivedBlock } from './types.ts'

export interface ConnectorDeps {
  readonly chain: Pick<Chain, 'bestHeader' | 'byHash' | 'blockBytes'>
  readonly importQueue: ImportQueue
  readonly path: HeaderPath
  readonly soon: (callback: () => void) => void
  /** outcome of a block; called in order */
  readonly done: (arrived: ArrivedBlock, outcome: BlockOutcome) => void
  /** called at the end of a turn: there may be room for more blocks */
  readonly progressed: () => void
  readonly failed: (error: unknown) => void
}

/** Duration of one turn in ms. Other events, such as network data, wait for it. */
const TURN_MS = 6
/** Blocks farther behind the best header than this are committed in batches, which makes catching up fast. */
const NEAR_BLOCKS = 4
/** Maximum number of blocks submitted ahead of the block being connected: more than fit into a turn. */
const SUBMITTED_AHEAD = 16

/**
 * Keeps arrived blocks and submits them in the order of the best header chain. Blocks above a gap wait in memory. If
 * there are too many, they are stored, and read back when the gap is closed. A block outside that chain is submitted as
 * soon as its parent's data is stored.
 */
export class Connector implements ImportSource {
  readonly #deps: ConnectorDeps
  readonly #blocks = new ArrivedBlocks()
  #scheduled = false
  #stopped = false
  /** see `ImportQueue.reservations` */
  #reservations = 0
  /** stored blocks were last read back above this block */
  #triedAbove: BlockEntry | undefined

  constructor(deps: ConnectorDeps) {
    this.#deps = deps
  }

  /** bytes of waiting blocks */
  get bytes(): number {
    return this.#blocks.bytes
  }

  get size(): number {
    return this.#blocks.size
  }

  /** @param key hashKey of a block's hash */
  has(key: string): boolean {
    return this.#blocks.get(key) !== undefined
  }

  /**
   * Keeps a block until it is submitted. Returns false if the memory limit is reached: the block is dropped and may be
   * requested again. So it is while files of blocks are imported.
   */
  add(arrived: ArrivedBlock): boolean {
    const blocks = this.#blocks
    if (this.#stopped || this.#deps.importQueue.reserved) return false
    if (blocks.get(arrived.key) !== undefined) return true
    // Above the memory limit, accept only a block that can be submitted at once. It has proof of work on a connected
    // chain, while a peer can send any number of blocks that claim the tip as parent.
    const { prev } = this.#deps.chain.byHash(arrived.hash) ?? {}
    const urgent = (prev?.chainTxCount ?? 0) > 0
    if (blocks.bytes >= MAX_WAITING_BYTES && !urgent) return false
    blocks.add(arrived)
    this.#schedule()
    return true
  }

  policy(): ImportPolicy {
    const { chain, importQueue } = this.#deps
    const isFar = chain.bestHeader().height - importQueue.connectedHeight() > NEAR_BLOCKS
    return isFar ? COMMIT_IN_BATCHES : COMMIT_EVERY_BLOCK
  }

  /** See `ImportQueue.prepareCommit`. */
  prepareCommit(millis: number): boolean {
    return this.#deps.importQueue.prepareCommit(millis)
  }

  /** Goes on after an import of files. Call a few times a second. */
  resume(): void {
    if (this.#blocks.size > 0 && !this.#deps.importQueue.reserved) this.#schedule()
  }

  stop(): void {
    if (!this.#stopped) this.#deps.importQueue.finish()
    this.#stopped = true
    this.#blocks.clear()
  }

  #schedule(): void {
    if (this.#scheduled || this.#stopped) return
    this.#scheduled = true
    this.#deps.soon(() => this.#takeTurn())
  }

  #takeTurn(): void {
    this.#scheduled = false
    if (this.#stopped) return
    const { importQueue: queue } = this.#deps
    if (queue.reserved) return
    if (queue.reservations > this.#reservations) this.#blocks.submitted.clear()
    this.#reservations = queue.reservations
    try {
      if (queue.size === 0) this.#submitNext()
      if (queue.size === 0) this.#submitOthers()
      const more = queue.step(this, TURN_MS)
      this.#deps.progressed()
      if (more) this.#schedule()
      else void queue.waiting?.then(() => this.#schedule())
    } catch (error) {
      this.#stopped = true
      this.#deps.failed(error)
    }
  }

  #submit(arrived: ArrivedBlock): void {
    this.#blocks.submitted.add(arrived)
    const done = (outcome: BlockOutcome) => {
      this.#blocks.remove(arrived)
      this.#deps.done(arrived, outcome)
    }
    this.#deps.importQueue.submit({ bytes: arrived.bytes, done })
  }

  /** Submits the next available blocks of the best header chain. */
  #submitNext(): void {
    const { chain, path, importQueue: queue } = this.#deps
    const best = chain.bestHeader()
    const fork = this.#findForkPoint(best)
    // The chain itself connects stored blocks of another branch, all in one step.
    const extending = fork.height === queue.connectedHeight()
    for (let height = fork.height + 1; height <= best.height && queue.size < SUBMITTED_AHEAD; height++) {
      const entry = path.ancestor(best, height)
      const arrived = this.#blocks.get(entry.key)
      if (arrived !== undefined) {
        if (!this.#blocks.submitted.has(arrived)) this.#submit(arrived)
      } else if (entry.status === 'header') return
      else if (extending && !this.#readBack(entry, fork)) return
    }
  }

  /** Returns the highest connected block of the best header chain. */
  #findForkPoint(best: BlockEntry): BlockEntry {
    const { path, importQueue: queue } = this.#deps
    let node = path.ancestor(best, Math.min(best.height, queue.connectedHeight()))
    while (!queue.isConnected(node) && node.prev !== null) node = node.prev
    return node
  }

  /**
   * Submits a stored block. Returns false if it already failed to connect there, for example because its time is in the
   * future.
   */
  #readBack(entry: BlockEntry, fork: BlockEntry): boolean {
    if (entry.prev === fork && this.#triedAbove === fork) return false
    if (entry.prev === fork) this.#triedAbove = fork
    // No peer sent it now, so its outcome adds no score.
    this.#deps.importQueue.submit({ bytes: this.#deps.chain.blockBytes(entry)!, done: () => undefined })
    return true
  }

  /** Submits the other blocks that are ready: side branches, and blocks above a gap if there are too many. */
  #submitOthers(): void {
    const { chain, importQueue: queue } = this.#deps
    for (const arrived of this.#blocks.all()) {
      if (queue.size >= SUBMITTED_AHEAD) return
      if (this.#blocks.submitted.has(arrived)) continue
      const parent = chain.byHash(arrived.header.prevHash)
      if (parent === undefined || parent.chainTxCount > 0 || this.#blocks.bytes > MAX_HELD_BYTES) this.#submit(arrived)
    }
  }
}

/** Arrived blocks without an outcome yet. */
class ArrivedBlocks {
  readonly submitted = new Set<ArrivedBlock>()
  readonly #waiting = new Map<string, ArrivedBlock>()
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#waiting.size
  }

  get(key: string): ArrivedBlock | undefined {
    return this.#waiting.get(key)
  }

  all(): ArrivedBlock[] {
    return [...this.#waiting.values()]
  }

  add(arrived: ArrivedBlock): void {
    this.#waiting.set(arrived.key, arrived)
    this.#bytes += arrived.bytes.length
  }

  remove(arrived: ArrivedBlock): void {
    this.submitted.delete(arrived)
    if (this.#waiting.delete(arrived.key)) this.#bytes -= arrived.bytes.length
  }

  clear(): void {
    this.#waiting.clear()
    this.submitted.clear()
    this.#bytes = 0
  }
}
