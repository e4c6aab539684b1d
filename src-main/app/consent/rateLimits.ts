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

const pauseAfter = (refusals: number) => PAUSES[Math.min(refusals, PAUSES.length) - 1] ?? 0

interface Refusals {
  readonly count: number
  readonly at: number
}

const NONE: Refusals = { count: 0, at: 0 }

export interface QuestionPacing {
  /** @throws RpcError while this kind has to wait after a refusal */
  check(kind: string): void
  refused(kind: string): void
  agreed(kind: string): void
  /** the next question offers to close the page */
  shouldOfferClosing(): boolean
}

/** Kinds are names of methods, so there are few. */
export function createQuestionRateLimiter(now: () => number): QuestionPacing {
  const kinds = new Map<string, Refusals>()
  let all = NONE

  const fresh = (refusals: Refusals | undefined): Refusals =>
    refusals === undefined || now() - refusals.at > FORGOTTEN_AFTER ? NONE : refusals
  const wait = ({ count, at }: Refusals) => (count > 0 ? at + pauseAfter(count) - now() : 0)
  const more = (refusals: Refusals | undefined): Refusals => ({ count: fresh(refusals).count + 1, at: now() })

  return {
    check(kind) {
      const { count, at } = fresh(all)
      const left = Math.max(wait(fresh(kinds.get(kind))), wait({ count: Math.max(0, count - PATIENCE), at }))
      if (left <= 0) return
      const seconds = Math.ceil(left / 1000)
      throw new RpcError(RPC_ERROR.MISC, `You were asked this a moment ago: it can be asked again in ${seconds} s`)
    },
    refused(kind) {
      kinds.set(kind, more(kinds.get(kind)))
      all = more(all)
    },
    agreed(kind) {
      kinds.delete(kind)
      all = NONE
    },
    shouldOfferClosing: () => fresh(all).count >= OFFER_CLOSING,
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
const MOST_WAITING = 8

export interface DoingPacing {
  /**
   * Resolves when the call may be done: at once, or with growing pauses for a page that calls in a loop.
   * @throws RpcError when too many wait already
   */
  turn(kind: string, allowance: RateLimit, signal: AbortSignal): Promise<void>
}

export function createActionRateLimiter(
  now: () => number,
  delay: (milliseconds: number, signal: AbortSignal) => Promise<void>,
): DoingPacing {
  const buckets = new Map<string, Bucket>()

  const bucketOf = (kind: string, { burst, refill }: RateLimit): Bucket => {
    const bucket = buckets.get(kind) ?? { tokens: burst, at: now(), late: 0, waiting: 0 }
    buckets.set(kind, bucket)
    const earned = Math.floor((now() - bucket.at) / refill)
    if (earned > 0) {
      bucket.tokens = Math.min(burst, bucket.tokens + earned)
      bucket.at += earned * refill
    }
    if (bucket.tokens === burst) bucket.late = 0
    return bucket
  }

  return {
    async turn(kind, allowance, signal) {
      const bucket = bucketOf(kind, allowance)
      if (bucket.tokens > 0 && bucket.waiting === 0) {
        bucket.tokens--
        return
      }
      if (bucket.waiting >= MOST_WAITING) {
        throw new RpcError(RPC_ERROR.MISC, `Too many calls of ${kind} at once`)
      }
      bucket.waiting++
      const pause = Math.min(LONGEST_DELAY, allowance.refill * 2 ** Math.min(bucket.late, 16))
      bucket.late++
      try {
        await delay(pause, signal)
      } finally {
        bucket.waiting--
      }
    },
  }
}
