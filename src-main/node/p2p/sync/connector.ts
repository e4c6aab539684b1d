import {
  BATCHES,
  type BlockOutcome,
  type Chain,
  EVERY_BLOCK,
  type OpenPipeline,
  type Pipeline,
} from '../../chain/index.ts'
import type { BlockEntry } from '../../core/index.ts'
import type { HeaderPath } from './headerPath.ts'
import { MAX_HELD_BYTES, MAX_WAITING_BYTES } from './limits.ts'
import type { ArrivedBlock } from './types.ts'

export interface Connector {
  /** false: there is no room; the block is forgotten and may be asked for again */
  add(arrived: ArrivedBlock): boolean
  /** @param key hashKey of a block's hash */
  has(key: string): boolean
  /** bytes of blocks that wait */
  readonly bytes: number
  readonly size: number
  /** see Pipeline */
  prepareCommit(millis: number): boolean
  stop(): void
}

export interface ConnectorDeps {
  readonly chain: Pick<Chain, 'bestHeader' | 'byHash' | 'blockBytes'>
  readonly openPipeline: OpenPipeline
  readonly path: HeaderPath
  readonly soon: (callback: () => void) => void
  /** what became of a block; in order */
  readonly done: (arrived: ArrivedBlock, outcome: BlockOutcome) => void
  /** a turn is over: there may be room for more */
  readonly progressed: () => void
  readonly failed: (error: unknown) => void
}

/** Time of one turn: the event loop waits for it, and for what the network brings in between. */
const TURN_MILLIS = 6
/** Farther behind than this, blocks are committed in batches, which is what makes catching up quick. */
const NEAR_BLOCKS = 4
/** Blocks submitted ahead of the one that is connected: more than fit into a turn. */
const SUBMITTED_AHEAD = 16

/** undefined: the block was read back from the disk, and no peer is judged by its outcome */
type Origin = ArrivedBlock | undefined

/**
 * Blocks that have arrived, and the order in which they may go into the chain: along the best chain of headers. Blocks above
 * a gap wait in memory; when they are many they are stored, and read back when the gap is closed. What is not on that chain
 * goes in as soon as its parent's data is there.
 */
export function createConnector(deps: ConnectorDeps): Connector {
  const { chain, path, soon } = deps
  const blocks = createArrivedBlocks()
  let scheduled = false
  let stopped = false
  /** stored blocks were last read back above this one */
  let triedAbove: BlockEntry | undefined

  const isFar = (): boolean => chain.bestHeader().height - pipeline.connectedHeight() > NEAR_BLOCKS
  const pipeline: Pipeline<Origin> = deps.openPipeline<Origin>({
    policy: () => (isFar() ? BATCHES : EVERY_BLOCK),
    done(arrived, outcome) {
      if (arrived === undefined) return
      blocks.remove(arrived)
      deps.done(arrived, outcome)
    },
  })

  function submit(arrived: ArrivedBlock): void {
    blocks.submitted.add(arrived)
    pipeline.submit({ bytes: arrived.bytes }, arrived)
  }

  /** The highest block of the best chain of headers that is connected. */
  function forkPoint(best: BlockEntry): BlockEntry {
    let node = path.ancestor(best, Math.min(best.height, pipeline.connectedHeight()))
    while (!pipeline.isConnected(node) && node.prev !== null) node = node.prev
    return node
  }

  /** The next blocks of the best chain, as far as they are there. */
  function submitNext(): void {
    const best = chain.bestHeader()
    const fork = forkPoint(best)
    // Stored blocks of another branch are connected by the chain itself, all in one step.
    const extending = fork.height === pipeline.connectedHeight()
    for (let height = fork.height + 1; height <= best.height && pipeline.queued < SUBMITTED_AHEAD; height++) {
      const entry = path.ancestor(best, height)
      const arrived = blocks.get(entry.key)
      if (arrived !== undefined) {
        if (!blocks.submitted.has(arrived)) submit(arrived)
      } else if (entry.status === 'header') return
      else if (extending && !readBack(entry, fork)) return
    }
  }

  /** Submits a stored block, but not again where it did not connect before, as blocks that are ahead of their time. */
  function readBack(entry: BlockEntry, fork: BlockEntry): boolean {
    if (entry.prev === fork && triedAbove === fork) return false
    if (entry.prev === fork) triedAbove = fork
    pipeline.submit({ bytes: chain.blockBytes(entry)! }, undefined)
    return true
  }

  /** Everything else that can go in now: side branches, and what waits above a gap if there is too much of it. */
  function submitOthers(): void {
    for (const arrived of blocks.all()) {
      if (pipeline.queued >= SUBMITTED_AHEAD) return
      if (blocks.submitted.has(arrived)) continue
      const parent = chain.byHash(arrived.header.prevHash)
      if (parent === undefined || parent.chainTxCount > 0 || blocks.bytes > MAX_HELD_BYTES) submit(arrived)
    }
  }

  function turn(): void {
    scheduled = false
    if (stopped) return
    try {
      if (pipeline.queued === 0) submitNext()
      if (pipeline.queued === 0) submitOthers()
      const more = pipeline.step(TURN_MILLIS)
      deps.progressed()
      if (more) schedule()
      else void pipeline.waiting?.then(schedule)
    } catch (error) {
      stopped = true
      deps.failed(error)
    }
  }

  function schedule(): void {
    if (scheduled || stopped) return
    scheduled = true
    soon(turn)
  }

  return {
    add(arrived) {
      if (stopped || blocks.get(arrived.key) !== undefined) return !stopped
      // Only what can go in at once may come on top of a full store, and has paid for it with a proof of work: anybody
      // can send any number of blocks that claim to stand on the tip.
      const { prev } = chain.byHash(arrived.hash) ?? {}
      const urgent = (prev?.chainTxCount ?? 0) > 0
      if (blocks.bytes >= MAX_WAITING_BYTES && !urgent) return false
      blocks.add(arrived)
      schedule()
      return true
    },
    has: (key) => blocks.get(key) !== undefined,
    get bytes() {
      return blocks.bytes
    },
    get size() {
      return blocks.size
    },
    prepareCommit: pipeline.prepareCommit,
    stop() {
      if (!stopped) pipeline.finish()
      stopped = true
      blocks.clear()
    },
  }
}

/** What has arrived and is not dealt with. */
function createArrivedBlocks() {
  const waiting = new Map<string, ArrivedBlock>()
  const submitted = new Set<ArrivedBlock>()
  let bytes = 0
  return {
    /** of those: what became of them is not known yet */
    submitted,
    get: (key: string) => waiting.get(key),
    all: () => [...waiting.values()],
    add(arrived: ArrivedBlock): void {
      waiting.set(arrived.key, arrived)
      bytes += arrived.bytes.length
    },
    remove(arrived: ArrivedBlock): void {
      submitted.delete(arrived)
      if (waiting.delete(arrived.key)) bytes -= arrived.bytes.length
    },
    clear(): void {
      waiting.clear()
      submitted.clear()
      bytes = 0
    },
    get bytes() {
      return bytes
    },
    get size() {
      return waiting.size
    },
  }
}
