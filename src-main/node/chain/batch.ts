import { parseBlock } from '../primitives/index.ts'
import type { IncomingBlock } from './acceptBlock.ts'
import { acceptAndConnect, processOne } from './blockGroup.ts'
import { finishScripts } from './connectBlock.ts'
import type { ChainContext } from './context.ts'
import { activateBest } from './reorganise.ts'
import type { BatchBlock, BlockBatch, BlockOutcome } from './types.ts'

interface Entry<T> {
  readonly tag: T
  /** told to the scripts' verifier; grows by one with each block */
  readonly place: number
  /** the block, for the case that it has to be processed again */
  reread(): IncomingBlock
  /** undefined: being connected */
  outcome: BlockOutcome | undefined
}

/** It is rarely wanted again, and the garbage collector need not look through bytes: where there are some, they suffice. */
function rememberer<T>({ block, bytes }: BatchBlock<T>): () => IncomingBlock {
  return bytes?.length ? parser(bytes) : () => ({ block, bytes })
}
/** By itself, because a function keeps what any other function that was made beside it needs. */
const parser = (bytes: Uint8Array) => () => ({ block: parseBlock(bytes), bytes })

interface BatchEvents<T> {
  readonly done: (tag: T, outcome: BlockOutcome) => void
  /** a unit is about to be opened */
  readonly begun: () => void
}

/**
 * See BlockBatch. One unit of work stays open between its turns, and so do the scripts of its last blocks, which other
 * threads look at meanwhile: nobody has to wait for anybody. Whoever ends the unit, or looks at the chain from outside,
 * waits for those scripts first (`unit.verify`). If one fails, everything since the last commit is taken back and
 * processed block by block, which finds out which one it was and what is wrong with it.
 */
export function createBatch<T>(context: ChainContext, { done, begun }: BatchEvents<T>): BlockBatch<T> {
  const { unit, verifier, clock } = context
  const scripts = verifier.group()
  /** since the unit began */
  let entries: Entry<T>[] = []
  /** of `entries`: what became of these was told */
  let reported = 0
  /** of `entries`: what became of these is known, scripts aside */
  let known = 0
  let bytes = 0
  let nextPlace = 0
  let begunAt = 0

  function begin(): void {
    entries = []
    reported = 0
    known = 0
    bytes = 0
    begunAt = clock.millis()
  }

  function add(given: BatchBlock<T>): Entry<T> {
    const entry: Entry<T> = { tag: given.tag, place: nextPlace++, reread: rememberer(given), outcome: undefined }
    entries.push(entry)
    bytes += given.bytes?.length ?? 0
    return entry
  }

  /** What was connected is gone, and comes back block by block as far as it is good. */
  function reprocess(): void {
    const again = entries.slice()
    const alreadyReported = reported
    begin()
    for (const [index, { tag, reread }] of again.entries()) {
      const outcome = processOne(context, reread())
      if (index >= alreadyReported) done(tag, outcome)
    }
  }

  function report(): void {
    const { answered, failed } = scripts.state()
    if (failed) {
      unit.verify()
      return
    }
    while (reported < known && entries[reported]!.place < answered) {
      const { tag, outcome } = entries[reported++]!
      done(tag, outcome!)
    }
  }

  /** Nobody is to blame, and whoever has these blocks may bring them again. */
  function dropUnreported(): void {
    const lost = entries.slice(reported)
    begin()
    scripts.finish()
    for (const { tag } of lost) done(tag, { kind: 'dropped' })
  }

  /** Tables first: other threads look at scripts meanwhile. What they have in hand the commit waits for. */
  const prepare = (millis: number): boolean => write(millis) && !verify(millis)

  const pending = {
    finish: () => finishScripts(context, scripts) === undefined,
    prepare,
    rolledBack: reprocess,
    failed: dropUnreported,
  }

  function verify(millis: number, left = 0): boolean {
    const helped = scripts.help(left, millis)
    report()
    return helped
  }

  function write(millis: number): boolean {
    const until = clock.millis() + millis
    return !unit.isOpen || unit.write(() => clock.millis() < until)
  }

  /** Returns whether all that were taken fit. */
  function connectSome(first: BatchBlock<T>, rest: Iterator<BatchBlock<T>>, until: number): boolean {
    for (let incoming = first; ; ) {
      const entry = add(incoming)
      const outcome = acceptAndConnect(context, incoming, { scripts, tag: entry.place })
      if (outcome === undefined) return false
      entry.outcome = outcome
      if (clock.millis() >= until) return true
      const next = rest.next()
      if (next.done) return true
      incoming = next.value
    }
  }

  return {
    connect(blocks, millis) {
      const source = blocks[Symbol.iterator]()
      const start = source.next()
      if (start.done) {
        // The time of an earlier turn may have been over before it came to a better chain.
        activateBest(context, clock.millis() + millis)
        return 0
      }
      if (!unit.isOpen) {
        // Somebody else may have ended the unit; and after a fault nothing of it may be under way.
        scripts.finish()
        report()
        begin()
        begun()
      }
      const until = clock.millis() + millis
      const first = entries.length
      const places = nextPlace
      if (!unit.step(() => connectSome(start.value, source, until), pending)) {
        reprocess()
        return nextPlace - places
      }
      // Side branches, and blocks whose turn came through a later one.
      const own = entries.slice(first)
      const failures = activateBest(context, until)
      for (const entry of failures.size > 0 ? own : []) {
        const { outcome } = entry
        const verdict = outcome && 'entry' in outcome && failures.get(context.tree.byHash(outcome.entry.hash)!)
        if (verdict) entry.outcome = { kind: 'invalid', entry: outcome.entry, verdict }
      }
      known = entries.length
      report()
      return nextPlace - places
    },
    verify,
    write,
    get unverified() {
      return scripts.state().inputs
    },
    get isOpen() {
      return unit.isOpen
    },
    get bytes() {
      return bytes
    },
    get millis() {
      return clock.millis() - begunAt
    },
  }
}
