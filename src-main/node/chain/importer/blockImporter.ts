import type { ChainContext } from '../context.ts'
import type { CommitPolicy, Pipeline, PipelineUser } from '../types.ts'
import type { IncomingBlock } from './accept.ts'
import { activateBest } from './activate.ts'
import { createOpenBlocks, type OpenBlocks, type Submission } from './batch.ts'
import { parseSubmitted } from './decode.ts'
import { prepareSent } from './prepare.ts'

/** Near the tip: a block is durable, and listeners are notified of it, before the next one is connected. */
export const EVERY_BLOCK: CommitPolicy = { afterMillis: 0 }
/**
 * On a long way: as many blocks as the database cache is good for (`Storage.batchBytes`). A commit logs every page that was
 * changed since the last one, and most of them change again with each few megabytes of blocks. A crash loses only time: the
 * blocks are in the block files.
 */
export const BATCHES: CommitPolicy = { afterMillis: 20_000 }
/** Rows of so many bytes of blocks, or of a quarter of a batch, are held in memory and written in key order. */
const WRITE_BYTES = 6 * 1024 * 1024

/** Inputs that may wait to be verified: what keeps other threads busy while this one writes and commits, 0.2 s or so. */
const MOST_UNVERIFIED = 3_000
/** Blocks that listeners are notified of in one step. */
const NOTIFIED_AT_ONCE = 24

/** The next block to be taken. */
interface Front<T> extends Submission<T> {
  /** undefined: it is no block */
  readonly incoming: IncomingBlock | undefined
  /** it is being prepared on another thread */
  waiting: Promise<unknown> | undefined
}

interface State<T> {
  readonly context: ChainContext
  readonly user: PipelineUser<T>
  readonly open: OpenBlocks<T>
  /** submitted and not taken yet; short */
  queue: Submission<T>[]
  /** the first of them, once it was looked at */
  front: Front<T> | undefined
  /** nothing more is connected before the commit */
  closing: boolean
  /** nothing more is connected before rows in memory are written */
  writing: boolean
  /** bytes of the open unit's blocks whose rows are written */
  written: number
}

/** See `Pipeline`. One at a time. */
export function createPipeline<T>(context: ChainContext, user: PipelineUser<T>): Pipeline<T> {
  const { unit, tree } = context
  const open = createOpenBlocks(context, user)
  const state: State<T> = {
    context,
    user,
    open,
    queue: [],
    front: undefined,
    closing: false,
    writing: false,
    written: 0,
  }
  return {
    submit: (submitted, tag) => void state.queue.push({ submitted, tag }),
    get queued() {
      return state.queue.length
    },
    get waiting() {
      return state.front?.waiting
    },
    step: (millis) => step(state, millis),
    prepareCommit: (millis) => !unit.isOpen || prepareCommit(state, millis),
    finish() {
      state.queue = []
      state.front = undefined
      unit.commit()
      begin(state)
      context.setBulk(false)
    },
    connectedHeight: () => tree.tip.height,
    isConnected: (entry) => tree.byHeight(entry.height) === entry,
  }
}

/** One step of so many milliseconds, of the kind that is due; false: there is nothing to do. */
function step<T>(state: State<T>, millis: number): boolean {
  const { unit, notifications } = state.context
  if (!unit.isOpen && !notifications.isEmpty) {
    unit.commit(NOTIFIED_AT_ONCE)
    return true
  }
  const { scripts } = state.open
  if (scripts.state().inputs > MOST_UNVERIFIED && verify(state, millis, MOST_UNVERIFIED / 2)) return true
  if (unit.isOpen && (state.closing || isDue(state))) {
    state.closing = true
    if (prepareCommit(state, millis)) commit(state)
    return true
  }
  if (unit.isOpen && isWriteDue(state)) {
    state.writing = !write(state, millis, true)
    if (!state.writing) state.written = state.open.bytes
    return true
  }
  if (state.queue.length > 0) return takeNext(state, millis)
  if (unit.isOpen) {
    state.closing = true
    return true
  }
  return activate(state, millis)
}

/** Connects what is submitted, as far as it is prepared; false: only another thread can go on. */
function takeNext<T>(state: State<T>, millis: number): boolean {
  const { unit, storage } = state.context
  if (look(state).waiting === undefined) {
    if (unit.isOpen || storage.isReady(millis)) connect(state, millis)
    return true
  }
  // Nobody should have to wait for the blocks before it.
  if (!unit.isOpen || !near(state)) return false
  state.closing = true
  return true
}

const near = <T>({ user }: State<T>): boolean => user.policy().afterMillis === 0

/** Reads the next block, and has it prepared. */
function look<T>(state: State<T>): Front<T> {
  const submission = state.queue[0]!
  if (state.front?.submitted === submission.submitted) return state.front
  const incoming = parseSubmitted(submission.submitted)
  const front: Front<T> = { ...submission, incoming, waiting: undefined }
  state.front = front
  const preparing = incoming && prepareSent(state.context, incoming.block, { all: near(state) })
  const ready = () => {
    front.waiting = undefined
  }
  // Whatever could not be prepared is done when the block connects.
  front.waiting = preparing?.then(ready, ready)
  return front
}

function isDue<T>({ context, open, user }: State<T>): boolean {
  return open.bytes >= context.storage.batchBytes || open.age() >= user.policy().afterMillis
}

function isWriteDue<T>({ context, open, writing, written }: State<T>): boolean {
  return writing || open.bytes - written >= Math.min(WRITE_BYTES, context.storage.batchBytes / 4)
}

/** Verifies here too, until no more than `left` inputs are left to others; true: there were some that no thread had begun. */
function verify<T>({ open }: State<T>, millis: number, left = 0): boolean {
  const helped = open.scripts.help(left, millis)
  open.report()
  return helped
}

/** Tables first: other threads verify meanwhile. What these have begun the commit waits for. True: little is left. */
function prepareCommit<T>(state: State<T>, millis: number): boolean {
  return write(state, millis) && (!verify(state, millis) || state.context.tree.allVerified)
}

/** See `UnitOfWork.write`. */
function write<T>({ context: { unit, clock } }: State<T>, millis: number, dense = false): boolean {
  const until = clock.millis() + millis
  return unit.write(() => clock.millis() < until, dense)
}

function commit<T>(state: State<T>): void {
  state.context.unit.commit(NOTIFIED_AT_ONCE)
  begin(state)
}

/** The next block opens a new unit. */
function begin<T>(state: State<T>): void {
  state.closing = false
  state.writing = false
  state.written = 0
  state.open.begin()
}

/** Takes blocks in the order of their submission until the time is over or a commit is due. */
function connect<T>(state: State<T>, millis: number): void {
  const { context, open, user } = state
  const { unit, clock } = context
  if (!unit.isOpen) {
    begin(state)
    context.setBulk(user.policy().afterMillis > 0)
  }
  const until = clock.millis() + millis
  const kept = unit.extend(() => {
    do {
      const { incoming } = look(state)
      state.front = undefined
      if (!open.take(state.queue.shift()!, incoming)) return false
    } while (state.queue.length > 0 && clock.millis() < until && !isDue(state) && look(state).waiting === undefined)
    return true
  }, open.pending)
  if (!kept) open.reprocess()
  else {
    // Branches that became better than the active chain, and blocks that waited for one of these.
    open.conclude(activateBest(context, until))
    // A block near the tip is shown in the step that commits it: nobody may see it while the mempool still holds what it
    // confirmed. A reorganisation has committed it already.
    if (!unit.isOpen || !isDue(state)) open.report()
  }
}

/** An earlier step may have ended before it came to a better chain that is stored; true: it became active. */
function activate<T>({ context }: State<T>, millis: number): boolean {
  const { tree, clock } = context
  const before = tree.tip
  activateBest(context, clock.millis() + millis)
  return tree.tip !== before
}
