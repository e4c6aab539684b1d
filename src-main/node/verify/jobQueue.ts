/**
 * Queue of jobs in shared memory: one thread publishes, every thread claims, and no thread needs an event loop.
 *
 * Job numbers only increase; job n uses slot n modulo SLOTS. A slot's state word holds the job's number and its result.
 * A thread may finish too late, after another thread ran its job and the slot was reused. The job number in the state
 * word then differs, so the late thread does not overwrite the new result. The publisher reuses the slots and bytes of
 * finished jobs only.
 *
 *    | words of `control` |                                                              |
 *    |--------------------|--------------------------------------------------------------|
 *    | 0 NEXT             | number of the next unclaimed job                             |
 *    | 1 TAIL             | number of the next job to be published                       |
 *    | 2 DONE             | number of finished jobs; the publisher waits on it           |
 *    | 3 SIGNAL           | changes with each publication; idle workers wait on it       |
 *    | 4 IDLE             | number of waiting workers                                    |
 *    | 5 STOP             | 1 if workers must end                                        |
 *    | 6 WAITING          | 1 if the publisher waits                                     |
 *    | 8 + 3 * slot       | state, offset, length                                        |
 */
const NEXT = 0
const TAIL = 1
const DONE = 2
const SIGNAL = 3
const IDLE = 4
const STOP = 5
const WAITING = 6
const TABLE = 8

export const SLOTS = 16_384
/** Maximum bytes of outstanding jobs: about a thousand transactions. */
export const ARENA_BYTES = 8 * 1024 * 1024

/** Initial size of the copy buffer; usual jobs are smaller. */
const FIRST_COPY = 4096
const RESULT_BITS = 2
export const RESULT = { PENDING: 0, OK: 1, FAILED: 2 } as const
export type JobResult = (typeof RESULT)[keyof typeof RESULT]

export interface SharedQueue {
  readonly control: SharedArrayBuffer
  readonly arena: SharedArrayBuffer
}

export function createSharedQueue(): SharedQueue {
  return {
    control: new SharedArrayBuffer(4 * (TABLE + 3 * SLOTS)),
    arena: new SharedArrayBuffer(ARENA_BYTES),
  }
}

/** Script verification queue in shared memory: operations of the publisher and of workers. */
export class JobQueue {
  readonly #words: Int32Array
  readonly #arena: Uint8Array
  /** copy of the current job; a new array per job would cause half of a verification thread's garbage */
  #copy = new Uint8Array(FIRST_COPY)

  constructor({ control, arena }: SharedQueue) {
    this.#words = new Int32Array(control)
    this.#arena = new Uint8Array(arena)
  }

  /** Makes job bytes visible as the next job. The bytes must already be in the arena. */
  publish(offset: number, length: number): number {
    const words = this.#words
    const job = Atomics.load(words, TAIL)
    const at = slotIndexFor(job)
    words[at + 1] = offset
    words[at + 2] = length
    Atomics.store(words, at, encodeState(job, RESULT.PENDING))
    Atomics.store(words, TAIL, (job + 1) | 0)
    if (Atomics.load(words, IDLE) > 0) {
      Atomics.add(words, SIGNAL, 1)
      Atomics.notify(words, SIGNAL, 1)
    }
    return job
  }

  /** Claims the next job, if there is one and `wanted` returns true for it. */
  claim(wanted: (job: number) => boolean = () => true): number | undefined {
    const words = this.#words
    while (true) {
      const job = Atomics.load(words, NEXT)
      // Compare the difference, because the numbers wrap around.
      if (((Atomics.load(words, TAIL) - job) | 0) <= 0 || !wanted(job)) return undefined
      if (Atomics.compareExchange(words, NEXT, job, (job + 1) | 0) === job) return job
    }
  }

  /** Returns a private copy of a claimed job's bytes, valid until the next call. */
  readBytes(job: number): Uint8Array {
    const at = slotIndexFor(job)
    const offset = this.#words[at + 1]!
    const length = this.#words[at + 2]!
    if (length > this.#copy.length) this.#copy = new Uint8Array(2 * length)
    this.#copy.set(this.#arena.subarray(offset, offset + length))
    return this.#copy.subarray(0, length)
  }

  /** Returns the complete arena, for the publisher to write to. */
  arena(): Uint8Array {
    return this.#arena
  }

  /** Reports a result. Ignored if the job already has one. */
  finish(job: number, result: JobResult): void {
    const words = this.#words
    const pending = encodeState(job, RESULT.PENDING)
    if (Atomics.compareExchange(words, slotIndexFor(job), pending, encodeState(job, result)) !== pending) return
    Atomics.add(words, DONE, 1)
    if (Atomics.load(words, WAITING) === 1) Atomics.notify(words, DONE)
  }

  readResult(job: number): JobResult {
    return (Atomics.load(this.#words, slotIndexFor(job)) & ((1 << RESULT_BITS) - 1)) as JobResult
  }

  /** For the publisher: sleeps until another job finishes or the timeout ends. Returns true if a job finished. */
  waitForAny(done: number, millis: number): boolean {
    const words = this.#words
    Atomics.store(words, WAITING, 1)
    const answer = Atomics.wait(words, DONE, done, millis)
    Atomics.store(words, WAITING, 0)
    return answer !== 'timed-out'
  }

  doneCount(): number {
    return Atomics.load(this.#words, DONE)
  }

  /** For workers: sleeps until there may be a job to claim. */
  waitForJobs(): void {
    const words = this.#words
    const signal = Atomics.load(words, SIGNAL)
    Atomics.add(words, IDLE, 1)
    // Check again after announcing the sleep: a job published in between would not have woken a worker.
    const empty = ((Atomics.load(words, TAIL) - Atomics.load(words, NEXT)) | 0) <= 0
    if (empty && !this.stopped()) Atomics.wait(words, SIGNAL, signal)
    Atomics.sub(words, IDLE, 1)
  }

  stop(): void {
    Atomics.store(this.#words, STOP, 1)
    Atomics.add(this.#words, SIGNAL, 1)
    Atomics.notify(this.#words, SIGNAL)
  }

  stopped(): boolean {
    return Atomics.load(this.#words, STOP) === 1
  }
}

function slotIndexFor(job: number): number {
  return TABLE + 3 * (job & (SLOTS - 1))
}

/**
 * Encodes a state word. 30 bits of the job's number are enough: a thread would have to sleep through a billion jobs to
 * confuse two.
 */
function encodeState(job: number, result: JobResult): number {
  return (job << RESULT_BITS) | result
}
