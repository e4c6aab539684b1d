/** Rate limits for the prompts and actions of a page. Times are in milliseconds of a monotonic clock. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'

/** Delays after the first, second … refusal of one kind; the last one applies to all later refusals. */
const PAUSES = [0, 5_000, 15_000, 60_000, 300_000] as const
/**
 * After this many consecutive refusals, all kinds of prompt are delayed; otherwise a page could cycle through the
 * kinds.
 */
const PATIENCE = 3
/** Time after which refusals expire. */
const FORGOTTEN_AFTER = 1_800_000
/** After this many consecutive refusals, the prompt offers to close the page. */
const OFFER_CLOSING = 3
/** Minimum times that a user needs to read a prompt, and to correct a form and send it again. */
const MIN_READING_MS = 2_000
const MIN_CORRECTING_MS = 2_000

const pauseAfter = (refusals: number) => PAUSES[Math.min(refusals, PAUSES.length) - 1] ?? 0

interface Refusals {
  readonly count: number
  readonly at: number
}

const NONE: Refusals = { count: 0, at: 0 }

/**
 * Delays the prompts of a page after refusals. Kinds are method names, so there are few.
 *
 * A correction does not count as a refusal if its prompt was open for at least 2 s. The prompt must also have opened
 * more than 2 s after the previous one ended. Both take a user longer. The limiter cannot know whether a click opened
 * the prompt, because the page would claim so. A page that opens the next prompt immediately is therefore delayed as
 * after a refusal.
 */
export class QuestionRateLimiter {
  readonly #now: () => number
  readonly #kinds = new Map<string, Refusals>()
  #all = NONE
  /** opening time of the open or last prompt */
  #openedAt = Number.NEGATIVE_INFINITY
  #endedAt = Number.NEGATIVE_INFINITY
  /** time from the end of the previous prompt to the opening of this one */
  #gap = Number.POSITIVE_INFINITY

  constructor(now: () => number) {
    this.#now = now
  }

  /** Records that a prompt opened; it ends with `refused`, `corrected` or `agreed`. */
  opened(): void {
    this.#openedAt = this.#now()
    this.#gap = this.#openedAt - this.#endedAt
  }

  /** @throws RpcError while this kind is delayed after refusals */
  check(kind: string): void {
    const { count, at } = this.#fresh(this.#all)
    const own = this.#delay(this.#fresh(this.#kinds.get(kind)))
    const left = Math.max(own, this.#delay({ count: Math.max(0, count - PATIENCE), at }))
    if (left <= 0) return
    const seconds = Math.ceil(left / 1000)
    throw new RpcError(RPC_ERROR.MISC, `This question was asked a moment ago: it can be asked again in ${seconds} s`)
  }

  refused(kind: string): void {
    this.#endedAt = this.#now()
    this.#kinds.set(kind, this.#more(this.#kinds.get(kind)))
    this.#all = this.#more(this.#all)
  }

  /** Records that the user went back to the form. */
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

  /** Returns true if the next prompt offers to close the page. */
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
  /** consecutive calls that found the bucket empty */
  late: number
  waiting: number
}

export interface RateLimit {
  /** number of calls that run without delay */
  readonly burst: number
  /** milliseconds until one more call may run without delay */
  readonly refill: number
}

const MAX_DELAY_MS = 60_000
/** Maximum number of queued calls of one kind. */
const MAX_QUEUED_CALLS = 8

/** Limits the rate of a page's actions by kind. */
export class ActionRateLimiter {
  readonly #now: () => number
  readonly #delay: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly #buckets = new Map<string, Bucket>()

  constructor(now: () => number, delay: (milliseconds: number, signal: AbortSignal) => Promise<void>) {
    this.#now = now
    this.#delay = delay
  }

  /**
   * Resolves when the call may run: immediately, or after growing delays for a page that calls in a loop.
   * @throws RpcError if too many calls of this kind are waiting
   */
  async admit(kind: string, limit: RateLimit, signal: AbortSignal): Promise<void> {
    const bucket = this.#bucketFor(kind, limit)
    if (bucket.tokens > 0 && bucket.waiting === 0) {
      bucket.tokens--
      return
    }
    if (bucket.waiting >= MAX_QUEUED_CALLS) throw new RpcError(RPC_ERROR.MISC, `Too many calls of ${kind} at once`)
    bucket.waiting++
    const pause = Math.min(MAX_DELAY_MS, limit.refill * 2 ** Math.min(bucket.late, 16))
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
