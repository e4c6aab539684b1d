/** Publishes until it is told to stop: connects, catches up, follows the tip, and begins again when the server goes away. */
import { equal } from '../util/index.ts'
import { type ChainReader, openChainReader } from './chainReader.ts'
import { explainFailure } from './explainFailure.ts'
import {
  PUBLISH_WORDS,
  type PublishInput,
  PublishRefusal,
  type PublishState,
  type PublishStatus,
  type PublishTarget,
} from './types.ts'

/** Milliseconds after which a lost server is tried again: at first, and at most. */
const RETRY = { first: 500, most: 30_000 } as const
/** Milliseconds after which the tip is looked at even if nobody said that it moved. */
const LOOK_MILLIS = 5_000

/** A connection that is open. */
export interface OpenTarget {
  readonly target: PublishTarget
  /** Drops it, whatever it is about to do. */
  end(): void
}

/** Connects to where the input says. @param opened is told of a connection before anything else is done with it */
export type Connect = (
  input: PublishInput,
  reader: ChainReader,
  opened: (connection: { end(): void }) => void,
) => Promise<OpenTarget>

export interface Follower {
  /** Resolves when it has ended. */
  readonly ended: Promise<void>
  /** Ends soon, whatever the server does. */
  stop(): void
}

export function follow(input: PublishInput, connect: Connect, report: (status: PublishStatus) => void): Follower {
  const { words } = input
  const stopped = () => Atomics.load(words, PUBLISH_WORDS.STOP) !== 0
  let session: { end(): void } | undefined
  let height = -1
  let problem = ''
  const show = (state: PublishState) => report({ state, height, problem })

  async function run(reader: ChainReader): Promise<void> {
    let wait: number = RETRY.first
    while (!stopped()) {
      try {
        const { target } = await connect(input, reader, (opened) => {
          session = opened
        })
        await publish(target, reader, () => {
          wait = RETRY.first
        })
      } catch (error) {
        session?.end()
        session = undefined
        problem = explainFailure(error, input.to.url)
        show(error instanceof PublishRefusal ? 'refused' : 'connecting')
        await sleep(words, PUBLISH_WORDS.STOP, 0, wait)
        wait = Math.min(RETRY.most, 2 * wait)
      }
    }
  }

  /** Ends only by an error, or when it is to stop. */
  async function publish(target: PublishTarget, reader: ChainReader, worked: () => void): Promise<void> {
    let cursor = await target.cursor()
    height = cursor.height
    while (!stopped()) {
      const seen = Atomics.load(words, PUBLISH_WORDS.NEWS)
      const reading = reader.read(cursor)
      worked()
      if (reading.kind === 'batch') {
        show('publishing')
        await target.write(reading.batch)
        cursor = reading.batch.to
      } else if (reading.kind === 'fork' && !(await isAhead(target, reader))) {
        show('publishing')
        await target.rollBackTo(await forkHeight(target, reader, cursor.height))
        cursor = await target.cursor()
      } else {
        const settled = Atomics.load(words, PUBLISH_WORDS.SETTLED) !== 0
        if (reading.kind === 'level' && settled) await target.index()
        problem = ''
        show(reading.kind === 'level' ? 'level' : 'publishing')
        await sleep(words, PUBLISH_WORDS.NEWS, seen, LOOK_MILLIS)
      }
      height = cursor.height
    }
  }

  /** While the node reads its own blocks in again, what is published of them may stay. */
  async function isAhead(target: PublishTarget, reader: ChainReader): Promise<boolean> {
    if (Atomics.load(words, PUBLISH_WORDS.SETTLED) !== 0) return false
    const tip = reader.height()
    if (tip < 0) return true
    const [ours, published] = [reader.hashAt(tip), await target.hashAt(tip)]
    return ours !== undefined && published !== undefined && equal(ours, published)
  }

  const reader = openChainReader(input.folder)
  const ended = run(reader).finally(() => {
    session?.end()
    reader.close()
  })
  return {
    ended,
    stop() {
      Atomics.store(words, PUBLISH_WORDS.STOP, 1)
      for (const word of Object.values(PUBLISH_WORDS)) Atomics.notify(words, word)
      session?.end()
    },
  }
}

/** The greatest height up to which both have the same blocks; −1: none. */
async function forkHeight(target: PublishTarget, reader: ChainReader, height: number): Promise<number> {
  let same = -1
  let different = height
  while (different - same > 1) {
    const middle = (same + different) >> 1
    const [ours, published] = [reader.hashAt(middle), await target.hashAt(middle)]
    if (ours !== undefined && published !== undefined && equal(ours, published)) same = middle
    else different = middle
  }
  return same
}

/** Until a word is another one, or for so long. */
async function sleep(words: Int32Array, word: number, value: number, millis: number): Promise<void> {
  const waiting = Atomics.waitAsync(words, word, value, millis)
  if (waiting.async) await waiting.value
}
