/** Rate limits for a page's questions and actions. Times are milliseconds of a monotonic clock. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'

/** Pauses after the first, second … refusal of one kind; later ones get the last. */
const PAUSES = [0, 5_000, 15_000, 60_000, 300_000] as const
/** After so many refusals in a row, of any kind, every kind has to wait: otherwise a page could try one kind after another. */
const PATIENCE = 3
/** Refusals are forgotten after this time. */
const FORGOTTEN_AFTER = 1_800_000
/** After so many refusals in a row the question offers to close the page. */
const OFFER_CLOSING = 3
/** Reading a question takes the user longer, and so does correcting a form and sending it again. */
const MIN_READING_MS = 2_000
const MIN_CORRECTING_MS = 2_000

const pauseAfter = (refusals: number) => PAUSES[Math.min(refusals, PAUSES.length) - 1] ?? 0

interface Refusals {
  readonly count: number
  readonly at: number
}

const NONE: Refusals = { count: 0, at: 0 }

/**
 * Slows down the questions of a page after refusals. Kinds are names of methods, so there are few.
 *
 * A correction is no refusal if its question was open for 2 s, and was opened more than 2 s after the one before it ended.
 * Correcting a form takes the user longer for both. Whether a click opened a question cannot be known: the page would
 * claim it. So a page that opens the next question at once is slowed as if the user had refused.
 */
export class QuestionRateLimiter {
  readonly #now: () => number
  readonly #kinds = new Map<string, Refusals>()
  #all = NONE
  /** the open or last question */
  #openedAt = Number.NEGATIVE_INFINITY
  #endedAt = Number.NEGATIVE_INFINITY
  /** from the end of the question before to its opening */
  #gap = Number.POSITIVE_INFINITY

  constructor(now: () => number) {
    this.#now = now
  }

  /** A question is put. It ends with `refused`, `corrected` or `agreed`. */
  opened(): void {
    this.#openedAt = this.#now()
    this.#gap = this.#openedAt - this.#endedAt
  }

  /** @throws RpcError while this kind has to wait after a refusal */
  check(kind: string): void {
    const { count, at } = this.#fresh(this.#all)
    const own = this.#delay(this.#fresh(this.#kinds.get(kind)))
    const left = Math.max(own, this.#delay({ count: Math.max(0, count - PATIENCE), at }))
    if (left <= 0) return
    const seconds = Math.ceil(left / 1000)
    throw new RpcError(RPC_ERROR.MISC, `You were asked this a moment ago: it can be asked again in ${seconds} s`)
  }

  refused(kind: string): void {
    this.#endedAt = this.#now()
    this.#kinds.set(kind, this.#more(this.#kinds.get(kind)))
    this.#all = this.#more(this.#all)
  }

  /** The user went back to the form. */
  corrected(kind: string): void {
    const isRead = this.#now() - this.#openedAt >= MIN_READING_MS
    if (!isRead || this.#gap <= MIN_CORRECTING_MS) this.refused(kind)
    else this.#endedAt = this.#now()
  }

  agreed(kind: string): void {
    this.#endedAt = this.#now()
    this.#kinds.delete(kind)
    this.#all = NONE
  }

  /** Returns whether the next question offers to close the page. */
  shouldOfferClosing(): boolean {
    return this.#fresh(this.#all).count >= OFFER_CLOSING
  }

  #fresh(refusals: Refusals | undefined): Refusals {
    return refusals === undefined || this.#now() - refusals.at > FORGOTTEN_AFTER ? NONE : refusals
  }

  #delay({ count, at }: Refusals): number {
    return count > 0 ? at + pauseAfter(count) - this.#now() : 0
  }

  #more(refusals: Refusals | undefined): Refusals {
    return { count: this.#fresh(refusals).count + 1, at: this.#now() }
  }
}

interface Bucket {
  tokens: number
  at: number
  /** consecutive calls that found it empty */
  late: number
  waiting: number
}

export interface RateLimit {
  /** so many calls are done without a pause */
  readonly burst: number
  /** milliseconds until one more call is free */
  readonly refill: number
}

const LONGEST_DELAY = 60_000
/** Most calls of one kind that may wait. */
const MAX_QUEUED_CALLS = 8

/** Admits the actions of a page at the rate of their kind. */
export class ActionRateLimiter {
  readonly #now: () => number
  readonly #delay: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly #buckets = new Map<string, Bucket>()

  constructor(now: () => number, delay: (milliseconds: number, signal: AbortSignal) => Promise<void>) {
    this.#now = now
    this.#delay = delay
  }

  /**
   * Resolves when the call may be done: at once, or with growing pauses for a page that calls in a loop.
   * @throws RpcError when too many wait already
   */
  async admit(kind: string, limit: RateLimit, signal: AbortSignal): Promise<void> {
    const bucket = this.#bucketFor(kind, limit)
    if (bucket.tokens > 0 && bucket.waiting === 0) {
      bucket.tokens--
      return
    }
    if (bucket.waiting >= MAX_QUEUED_CALLS) throw new RpcError(RPC_ERROR.MISC, `Too many calls of ${kind} at once`)
    bucket.waiting++
    const pause = Math.min(LONGEST_DELAY, limit.refill * 2 ** Math.min(bucket.late, 16))
    bucket.late++
    try {
      await this.#delay(pause, signal)
    } finally {
      bucket.waiting--
    }
  }

  #bucketFor(kind: string, { burst, refill }: RateLimit): Bucket {
    const bucket = this.#buckets.get(kind) ?? { tokens: burst, at: this.#now(), late: 0, waiting: 0 }
    this.#buckets.set(kind, bucket)
    const earned = Math.floor((this.#now() - bucket.at) / refill)
    if (earned > 0) {
      bucket.tokens = Math.min(burst, bucket.tokens + earned)
      bucket.at += earned * refill
    }
    if (bucket.tokens === burst) bucket.late = 0
    return bucket
  }
}
