/** How often a page may ask and do. Times are milliseconds of a clock that does not go back. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'

/** After the first, second … refusal of one kind; the last one stays. */
const PAUSES = [0, 5_000, 15_000, 60_000, 300_000] as const
/** Refusals of any kind in a row, after which every kind has to wait: a page has many kinds to go through. */
const PATIENCE = 3
/** A refusal that long ago does not count any more. */
const FORGOTTEN_AFTER = 1_800_000
/** Refusals in a row, after which the question offers to close the page. */
const OFFER_CLOSING = 3

const pauseAfter = (refusals: number) => PAUSES[Math.min(refusals, PAUSES.length) - 1] ?? 0

interface Refusals {
  readonly count: number
  readonly at: number
}

const NONE: Refusals = { count: 0, at: 0 }

export interface QuestionPacing {
  /** @throws RpcError when this kind was refused too short a time ago */
  check(kind: string): void
  refused(kind: string): void
  agreed(kind: string): void
  /** the next question offers to close the page */
  tiresome(): boolean
}

/** Kinds are names of methods, so there are few. */
export function createQuestionPacing(now: () => number): QuestionPacing {
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
    tiresome: () => fresh(all).count >= OFFER_CLOSING,
  }
}

interface Bucket {
  tokens: number
  at: number
  /** calls in a row that found it empty */
  late: number
  waiting: number
}

export interface Allowance {
  /** done at once in a row */
  readonly burst: number
  /** milliseconds until one more may be done at once */
  readonly refill: number
}

const LONGEST_DELAY = 60_000
/** Calls of one kind that wait for their turn. */
const MOST_WAITING = 8

export interface DoingPacing {
  /**
   * Resolves when it may be done: at once, or later and later for a page that does it in a loop.
   * @throws RpcError when too many wait already
   */
  turn(kind: string, allowance: Allowance, signal: AbortSignal): Promise<void>
}

export function createDoingPacing(
  now: () => number,
  delay: (milliseconds: number, signal: AbortSignal) => Promise<void>,
): DoingPacing {
  const buckets = new Map<string, Bucket>()

  const bucketOf = (kind: string, { burst, refill }: Allowance): Bucket => {
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
