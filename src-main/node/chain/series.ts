import type { IncomingBlock } from './acceptBlock.ts'
import { acceptAndConnect, processOne } from './blockGroup.ts'
import { finishScripts } from './connectBlock.ts'
import type { ChainContext } from './context.ts'
import { activateBest } from './reorganise.ts'
import type { BlockOutcome, BlockSeries } from './types.ts'

interface Entry<B extends IncomingBlock> {
  readonly incoming: B
  /** told to the scripts' verifier; grows by one with each block */
  readonly tag: number
  /** undefined: being connected */
  outcome: BlockOutcome | undefined
}

interface SeriesEvents<B> {
  readonly done: (block: B, outcome: BlockOutcome) => void
  /** a unit is about to be opened */
  readonly begun: () => void
}

/**
 * See BlockSeries. One unit of work stays open between its turns, and so do the scripts of its last blocks, which other
 * threads look at meanwhile: nobody has to wait for anybody. Whoever ends the unit, or looks at the chain from outside,
 * waits for those scripts first (`unit.verify`). If one fails, everything since the last settling is taken back and
 * processed block by block, which finds out which one it was and what is wrong with it.
 */
export function createSeries<B extends IncomingBlock>(
  context: ChainContext,
  { done, begun }: SeriesEvents<B>,
): BlockSeries<B> {
  const { unit, verifier, clock } = context
  const scripts = verifier.group()
  /** since the unit began */
  let entries: Entry<B>[] = []
  /** of `entries`: what became of these was told */
  let told = 0
  /** of `entries`: what became of these is known, scripts aside */
  let known = 0
  let bytes = 0
  let nextTag = 0
  let begunAt = 0

  function begin(): void {
    entries = []
    told = 0
    known = 0
    bytes = 0
    begunAt = clock.millis()
  }

  function add(incoming: B): Entry<B> {
    const entry: Entry<B> = { incoming, tag: nextTag++, outcome: undefined }
    entries.push(entry)
    bytes += incoming.bytes?.length ?? 0
    return entry
  }

  /** What was connected is gone, and comes back block by block as far as it is good. */
  function redo(): void {
    const redone = entries.slice()
    const already = told
    begin()
    for (const [index, { incoming }] of redone.entries()) {
      const outcome = processOne(context, incoming)
      if (index >= already) done(incoming, outcome)
    }
  }

  function report(): void {
    const { answered, failed } = scripts.state()
    if (failed) {
      unit.verify()
      return
    }
    while (told < known && entries[told]!.tag < answered) {
      const { incoming, outcome } = entries[told++]!
      done(incoming, outcome!)
    }
  }

  /** Nobody is to blame, and whoever has these blocks may bring them again. */
  function lose(): void {
    const lost = entries.slice(told)
    begin()
    scripts.finish()
    for (const { incoming } of lost) done(incoming, { kind: 'dropped' })
  }

  /** Tables first: other threads look at scripts meanwhile. What they have in hand the settling waits for. */
  const prepare = (millis: number): boolean => write(millis) && !verify(millis)

  const owed = {
    settled: () => finishScripts(context, scripts) === undefined,
    prepare,
    takenBack: redo,
    lost: lose,
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
  function connectSome(first: B, rest: Iterator<B>, until: number): boolean {
    for (let incoming = first; ; ) {
      const entry = add(incoming)
      const outcome = acceptAndConnect(context, incoming, { scripts, tag: entry.tag })
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
      const tags = nextTag
      if (!unit.step(() => connectSome(start.value, source, until), owed)) {
        redo()
        return nextTag - tags
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
      return nextTag - tags
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
