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
  /** what became of a block; in order */
  readonly done: (arrived: ArrivedBlock, outcome: BlockOutcome) => void
  /** a turn is over: there may be room for more */
  readonly progressed: () => void
  readonly failed: (error: unknown) => void
}

/** Time of one turn: the event loop waits for it, and for what the network brings in between. */
const TURN_MS = 6
/** Farther behind than this, blocks are committed in batches, which is what makes catching up quick. */
const NEAR_BLOCKS = 4
/** Blocks submitted ahead of the one that is connected: more than fit into a turn. */
const SUBMITTED_AHEAD = 16

/**
 * Holds arrived blocks and submits them in the order in which they may go into the chain: along the best chain of headers.
 * Blocks above a gap wait in memory; if they are many they are stored, and read back when the gap is closed. A block off that
 * chain is submitted as soon as its parent's data is stored.
 */
export class Connector implements ImportSource {
  readonly #deps: ConnectorDeps
  readonly #blocks = new ArrivedBlocks()
  #scheduled = false
  #stopped = false
  /** stored blocks were last read back above this one */
  #triedAbove: BlockEntry | undefined

  constructor(deps: ConnectorDeps) {
    this.#deps = deps
  }

  /** bytes of blocks that wait */
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

  /** Keeps a block and submits it in its turn. Returns false if there is no room: it is dropped and may be requested again. */
  add(arrived: ArrivedBlock): boolean {
    const blocks = this.#blocks
    if (this.#stopped || blocks.get(arrived.key) !== undefined) return !this.#stopped
    // Only a block that can be submitted at once may exceed a full store, because it has proof of work on a connected chain:
    // anyone can send any number of blocks that claim the tip as their parent.
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

  /** Submits the next blocks of the best chain, as far as they are there. */
  #submitNext(): void {
    const { chain, path, importQueue: queue } = this.#deps
    const best = chain.bestHeader()
    const fork = this.#findForkPoint(best)
    // Stored blocks of another branch are connected by the chain itself, all in one step.
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

  /** Returns the highest block of the best chain of headers that is connected. */
  #findForkPoint(best: BlockEntry): BlockEntry {
    const { path, importQueue: queue } = this.#deps
    let node = path.ancestor(best, Math.min(best.height, queue.connectedHeight()))
    while (!queue.isConnected(node) && node.prev !== null) node = node.prev
    return node
  }

  /** Submits a stored block. Returns false if it did not connect there before, as blocks too far in the future. */
  #readBack(entry: BlockEntry, fork: BlockEntry): boolean {
    if (entry.prev === fork && this.#triedAbove === fork) return false
    if (entry.prev === fork) this.#triedAbove = fork
    // No peer sent it now: its outcome changes no score.
    this.#deps.importQueue.submit({ bytes: this.#deps.chain.blockBytes(entry)!, done: () => undefined })
    return true
  }

  /** Submits everything else that can be: side branches, and blocks above a gap if they are too many. */
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

/** Blocks that arrived and whose outcome is not known. */
class ArrivedBlocks {
  /** those that were submitted */
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
