import type { BatchBlock, BlockOutcome, Chain } from '../../chain/index.ts'
import type { BlockEntry } from '../../interfaces.ts'
import { readBlock } from '../../primitives/index.ts'
import { ByteReader, DecodeError } from '../../util/index.ts'
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
  stop(): void
}

export interface ConnectorDeps {
  readonly chain: Pick<
    Chain,
    'tip' | 'bestHeader' | 'byHash' | 'isActive' | 'block' | 'processBlocks' | 'openBatch' | 'commit'
  >
  readonly path: HeaderPath
  readonly millis: () => number
  readonly soon: (callback: () => void) => void
  /** what became of a block; in order */
  readonly done: (arrived: ArrivedBlock, outcome: BlockOutcome | 'malformed') => void
  /** a slice is over: there may be room for more */
  readonly progressed: () => void
  readonly failed: (error: unknown) => void
}

/** Time for one turn: the event loop waits for it, and for what the network brings in between. */
const TURN_MILLIS = 6
/** Near the tip a turn is a group with its commit. Fewer blocks than fit make up for that commit. */
const SHORTEST_MILLIS = 1
/** Farther behind than this, many turns share a transaction, which is what makes catching up quick. */
const NEAR_BLOCKS = 4
/** Inputs whose scripts may wait: what keeps other threads busy while this one writes and commits, 0.2 s or so. */
const MOST_UNVERIFIED = 3_000
/** What a crash may lose, and how much of it is held in memory. Each commit is a turn that is longer than others. */
const SETTLE_MILLIS = 3_000
const SETTLE_BYTES = 6 * 1024 * 1024
/** Blocks that wallet and mempool hear of in one turn. */
const TOLD_AT_ONCE = 24
/** How quickly the budget follows a change: one slow commit says little about the next. */
const SMOOTHING = 0.3

/** undefined: it was read back, and nobody waits to hear what became of it */
type Origin = ArrivedBlock | undefined
type Given = BatchBlock<Origin>

/**
 * Blocks that have come, in memory, and their way into the chain: in the order of the best chain of headers, in groups
 * that take a few milliseconds each. Blocks above a gap wait in memory; when they are many they are stored, and read back
 * when the gap is closed. What is not on that chain goes in as soon as its parent's data is there.
 */
export function createConnector(deps: ConnectorDeps): Connector {
  const { chain, path, millis, soon, done, progressed } = deps
  const waiting = new Map<string, ArrivedBlock>()
  /** of those: the chain has them, and has not told yet what became of them */
  const handedIn = new Set<ArrivedBlock>()
  let bytes = 0
  let budget = TURN_MILLIS / 2
  /** what is connected is being verified and written, so that it can be committed */
  let closing = false
  /** it is durable, and listeners hear of it */
  let telling = false
  let scheduled = false
  let stopped = false

  const batch = chain.openBatch<Origin>(finished)

  function finished(arrived: Origin, outcome: BlockOutcome): void {
    if (arrived === undefined) return
    take(arrived)
    done(arrived, outcome)
  }

  function take(arrived: ArrivedBlock): void {
    handedIn.delete(arrived)
    if (waiting.delete(arrived.key)) bytes -= arrived.bytes.length
  }

  /** undefined: it is no block; its sender is told, and it is forgotten. */
  function parsed(arrived: ArrivedBlock): Given | undefined {
    try {
      const reader = new ByteReader(arrived.bytes)
      const block = readBlock(reader)
      handedIn.add(arrived)
      return { block, bytes: arrived.bytes.subarray(0, reader.position), tag: arrived }
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      take(arrived)
      done(arrived, 'malformed')
      return undefined
    }
  }

  function stillWaiting(key: string): ArrivedBlock | undefined {
    const arrived = waiting.get(key)
    return arrived !== undefined && handedIn.has(arrived) ? undefined : arrived
  }

  function readBack(entry: BlockEntry): Given | undefined {
    const block = chain.block(entry)
    return block && { block, bytes: new Uint8Array(0), tag: undefined }
  }

  /** The next blocks of the best chain, as far as they are there. */
  function* next(): Generator<Given> {
    const best = chain.bestHeader()
    const fork = path.forkOf(chain.tip(), best)
    for (let height = fork.height + 1; height <= best.height; height++) {
      const entry = path.ancestor(best, height)
      const arrived = stillWaiting(entry.key)
      // Stored blocks of another branch are connected by the chain itself, all in one step.
      if (arrived === undefined && entry.status === 'header') return
      if (arrived === undefined && entry.prev !== chain.tip()) continue
      const given = arrived === undefined ? readBack(entry) : parsed(arrived)
      if (given === undefined) return
      yield given
    }
  }

  /** Everything else that can go in now: side branches, and what waits above a gap if there is too much of it. */
  function* others(): Generator<Given> {
    for (const arrived of [...waiting.values()]) {
      if (handedIn.has(arrived)) continue
      const parent = chain.byHash(arrived.header.prevHash)
      const ready = parent === undefined || parent.chainTxCount > 0 || bytes > MAX_HELD_BYTES
      const given = ready ? parsed(arrived) : undefined
      if (given !== undefined) yield given
    }
  }

  /** One group near the tip, durable when this returns. */
  function group(source: Generator<Given>): boolean {
    const given: Given[] = []
    function* noting(): Generator<Given> {
      for (const one of source) {
        given.push(one)
        yield one
      }
    }
    const begun = millis()
    const outcomes = chain.processBlocks(noting(), { budgetMillis: budget })
    if (outcomes.length === 0) return false
    const fitting = (budget * TURN_MILLIS) / Math.max(1, millis() - begun)
    const wanted = Math.min(TURN_MILLIS, Math.max(SHORTEST_MILLIS, fitting))
    budget += (wanted - budget) * SMOOTHING
    for (const [index, outcome] of outcomes.entries()) finished(given[index]!.tag, outcome)
    return true
  }

  const isFar = () => chain.bestHeader().height - chain.tip().height > NEAR_BLOCKS

  /** Returns whether any block was there to connect, or the chain moved to another that was there already. */
  function connect(source: Generator<Given>): boolean {
    const before = chain.tip()
    return isFar() ? batch.connect(source, TURN_MILLIS) > 0 || chain.tip() !== before : group(source)
  }

  const isDue = () => !isFar() || batch.millis > SETTLE_MILLIS || batch.bytes > SETTLE_BYTES

  /** What was connected, step by step, a turn each: tables are written while other threads look at scripts. */
  function close(): void {
    // What others have in hand the commit waits for.
    if (batch.write(TURN_MILLIS) && !batch.verify(TURN_MILLIS)) commit()
  }

  function commit(): void {
    closing = false
    telling = !chain.commit(TOLD_AT_ONCE)
    batch.verify(0)
  }

  /** false: there is nothing left to do. */
  function turn(): boolean {
    if (telling) telling = !chain.commit(TOLD_AT_ONCE)
    else if (batch.unverified > MOST_UNVERIFIED && batch.verify(TURN_MILLIS, MOST_UNVERIFIED / 2)) return true
    else if (closing || (batch.isOpen && isDue())) {
      closing = true
      close()
    } else if (connect(next()) || connect(others())) progressed()
    else if (batch.isOpen) closing = true
    else {
      commit()
      return telling
    }
    return true
  }

  function slice(): void {
    scheduled = false
    if (stopped) return
    try {
      if (turn()) schedule()
    } catch (error) {
      stopped = true
      deps.failed(error)
    }
  }

  function schedule(): void {
    if (scheduled || stopped) return
    scheduled = true
    soon(slice)
  }

  return {
    add(arrived) {
      if (stopped || waiting.has(arrived.key)) return !stopped
      // Only what can go in at once may come on top of a full store, and has paid for it with a proof of work: anybody
      // can send any number of blocks that claim to stand on the tip.
      const { prev } = chain.byHash(arrived.hash) ?? {}
      const urgent = (prev?.chainTxCount ?? 0) > 0
      if (bytes >= MAX_WAITING_BYTES && !urgent) return false
      waiting.set(arrived.key, arrived)
      bytes += arrived.bytes.length
      schedule()
      return true
    },
    has: (key) => waiting.has(key),
    get bytes() {
      return bytes
    },
    get size() {
      return waiting.size
    },
    stop() {
      if (!stopped) commit()
      stopped = true
      waiting.clear()
      handedIn.clear()
      bytes = 0
    },
  }
}
